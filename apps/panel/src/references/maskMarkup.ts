/**
 * Masks the texts of XML or HTML by the element that they stand in. What is no markup at all stands
 * in no element. Pure.
 */

/** @param isShown by the local names of the open elements, the innermost last */
function maskMarkup(markup: string, isShown: (elements: readonly string[]) => boolean): string {
  const open: string[] = [];
  return markup.replace(TOKEN, (token) => {
    const isText = !token.startsWith('<') || token.startsWith('<![CDATA[');
    if (isText) return isShown(open) ? token : hidden(token);
    const [, closing, name = '', empty] = TAG.exec(token) ?? [];
    if (closing) open.pop();
    else if (name && !empty) open.push(name);
    return token;
  });
}

const TOKEN = /<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g;
const TAG = /^<(\/)?(?:[\w-]+:)?([\w-]+)[^>]*?(\/)?>$/;

const hidden = (text: string): string =>
  text.replace(/(?<!&|&\w*|&#\w*)[\p{L}\p{N}]/gu, '*').replace(/^<!\[\*+\[/, '<![CDATA[');

/** Our own XML: the client and the free notes are personal. */
export const maskSent = (xml: string): string =>
  maskMarkup(xml, (elements) => !elements.some((name) => PERSONAL.has(name)));

const PERSONAL: ReadonlySet<string> = new Set([
  'AccountingCustomerParty',
  'RecipientParty',
  'Note',
  'Delivery',
  'DeliveryTerms',
]);

/** An answer that may be about the document of another company: only its code and its words. */
export const maskEvidence = (markup: string): string =>
  maskMarkup(markup, (elements) => HARMLESS.has(elements.at(-1) ?? ''))
    .replace(/(<[^>]*?\s[\w:-]+=)("[^"]*"|'[^']*')/g, '$1"*"')
    .replace(/\d{8,}/g, (digits) => '*'.repeat(digits.length));

const HARMLESS: ReadonlySet<string> = new Set([
  'faultcode',
  'faultstring',
  'message',
  'statusCode',
  'statusMessage',
  'ResponseCode',
  'Description',
  'IssueDate',
  'IssueTime',
]);
