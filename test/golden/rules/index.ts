/** Checks an XML against SUNAT's published rules, without the code under test. */
import { ARITHMETIC, type Rule } from './arithmetic.js';
import { LISTS } from './lists.js';
import { withInvoice } from './readInvoice.js';
import { STRUCTURE } from './structure.js';

export const RULES: readonly Rule[] = [...ARITHMETIC, ...STRUCTURE, ...LISTS];

/** The codes of the rules that the XML breaks. */
export function brokenRules(xml: string | Uint8Array): string[] {
  return withInvoice(xml, (invoice) =>
    RULES.filter((rule) => rule.broken(invoice)).map(({ code }) => code),
  );
}
