/** Checks the codes, affectation, rate and amounts of every line. */
import { igvRates } from '../catalogues/rates.js';
import { checkLineAmounts } from './lineAmounts.js';
import type { LineCheck } from './lineCheck.js';
import { checkLineCodes } from './lineCodes.js';
import { announceDisputedRate, checkAffectation } from './lineRates.js';
import type { Rule } from './rule.js';

export const lineRules: Rule = (document, { issuer }, report) => {
  const { sale, lines } = document;
  const rates = igvRates(sale.issueDate);
  const rice = lines.some(({ line }) => line.affectation === '17');
  for (const [i, priced] of lines.entries()) {
    const at = (field?: string) => (field === undefined ? ['lines', i] : ['lines', i, field]);
    const checked = { priced, sale, at, report };
    checkLineCodes(checked);
    checkAffectation(checked, rates, issuer.exonerationAllowed);
    if (rice) checkRiceAlone(checked);
    checkLineAmounts(checked);
  }
  announceDisputedRate(document, report);
};

/** Rule 2644: a line of milled rice stands beside no other taxed line. */
function checkRiceAlone({ priced: { line, igv }, at, report }: LineCheck): void {
  if (line.affectation === '17' || igv.base <= 0n) return;
  report.fault(
    at('affectation'),
    'Las líneas de arroz pilado (afectación 17) no pueden mezclarse con otras: emítelas en ' +
      'otro comprobante.',
    '2644',
  );
}
