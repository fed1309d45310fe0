/**
 * Which of SUNAT's published rules an XML breaks, by an implementation that knows nothing but the
 * XML and the workbook.
 */
import { ARITHMETIC } from './arithmetic.js';
import { LISTS } from './lists.js';
import { withInvoice } from './readInvoice.js';
import { STRUCTURE } from './structure.js';

/** The codes, none for a good document. */
export function brokenRules(xml: string | Uint8Array): string[] {
  return withInvoice(xml, (invoice) =>
    [...ARITHMETIC, ...STRUCTURE, ...LISTS]
      .filter((rule) => rule.broken(invoice))
      .map(({ code }) => code),
  );
}
