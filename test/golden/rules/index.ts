/** Checks an XML against SUNAT's published rules, without the code under test. */
import { ARITHMETIC } from './arithmetic.js';
import { LISTS } from './lists.js';
import { withInvoice } from './readInvoice.js';
import { STRUCTURE } from './structure.js';

/** The codes of the rules that the XML breaks. */
export function brokenRules(xml: string | Uint8Array): string[] {
  return withInvoice(xml, (invoice) =>
    [...ARITHMETIC, ...STRUCTURE, ...LISTS]
      .filter((rule) => rule.broken(invoice))
      .map(({ code }) => code),
  );
}
