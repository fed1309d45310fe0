/**
 * Masks the texts of XML or HTML by the element that they stand in. What is no markup at all stands
 * in no element. Pure. No part of a pattern is tried in more than one division: an authority may
 * answer a megabyte of anything.
 */
import { hideQuotedValues } from '@rafaga/runtime';

/** @param isShown by the local names of the open elements, the innermost last */
function maskMarkup(markup: string, isShown: (elements: readonly string[]) => boolean): string {
  const open: string[] = [];
  return markup.replace(TOKEN, (token) => {
    // a comment is a text too
    if (!IS_TAG.test(token)) return isShown(open) ? token : hidden(token);
    const [, closing, name = '', empty] = TAG.exec(token) ?? [];
    if (closing) open.pop();
    else if (name && !empty) open.push(name);
    return token;
  });
}

const TOKEN = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^<>]*>|[^<]+/g;
const IS_TAG = /^<(?:\/?[\w:]|\?xml )/;
const TAG = /^<(\/)?(?:[\w-]+:)?([\w-]+)[^>]*?(\/)?>$/;

/** Entities with a name, such as `&amp;`, are signs and stay; one with a number may be a letter. */
const hidden = (text: string): string =>
  text
    .replace(/&[a-z]{2,6};|&#\w{1,8};|[\p{L}\p{N}]/gu, (found) =>
      /^&[a-z]/.test(found) ? found : '*',
    )
    .replace(/^<!\[\*+\[/, '<![CDATA[');

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
  hideQuotedValues(maskMarkup(markup, (elements) => HARMLESS.has(elements.at(-1) ?? '')))
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/=\s*(?:"[^"]*"?|'[^']*'?|[^\s"'>]+)/g, '="*"'))
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
