/** The totals of a sale, or the faults by which it is refused: for the property tests. */
import { check, type Kind, price, totalsJson } from '@rafaga/fiscal';
import type { Fields } from '../src/fields/field.js';
import { parseIssue } from '../src/parse.js';
import { Invalid } from '../src/refusal.js';

const ISSUER = { ruc: '20123456786', exonerationAllowed: true };

export function outcomeOf(
  kind: Kind,
  body: Fields,
  { pricesIncludeTax }: { pricesIncludeTax: boolean },
): Fields {
  try {
    const { sale, errores } = parseIssue(kind, 'k', body, { pricesIncludeTax });
    const priced = price(sale);
    const { faults } = check(priced, { today: sale.issueDate, issuer: ISSUER });
    return faults.length > 0 ? errores(faults) : { ...totalsJson(priced.totals) };
  } catch (error) {
    if (error instanceof Invalid) return error.errores;
    throw error;
  }
}
