/** The sale that shows a row of catalogue 51. */
import { type Kind, OPERATION, type Sale } from '@rafaga/fiscal';
import { aLine } from '../aSale.js';

const foreigner = { documentType: '7', document: 'X1234567', name: 'John Smith' };
const line = (own: object) => ({ lines: [aLine(own)] });

export function operationRow(operation: string, kind: Kind): Partial<Sale> | string {
  const row = OPERATION[operation];
  if (!row?.kinds.includes(kind)) return `not of a ${kind}`;
  if (row.needs) return `refused (${row.needs.rule}): the API does not receive ${row.needs.what}`;
  if (row.export) return { operation, client: foreigner, ...line({ affectation: '40' }) };
  return { operation, ...required(operation) };
}

function required(operation: string): Partial<Sale> {
  const goods = OPERATION[operation]?.detraction;
  if (goods)
    return {
      detraction: {
        goods: goods.goods ?? '037',
        percent: '12',
        account: '00-068-123456',
        means: '001',
        amount: '14.16',
      },
    };
  const other: Readonly<Record<string, Partial<Sale>>> = {
    '0112': line({ sunatCode: '80131501' }),
    '0401': { client: foreigner },
    '2001': { perception: { code: '51', factor: '0.02', base: '118', amount: '2.36' } },
    '2002': { allowances: [{ code: '63', factor: '0.05', base: '118', amount: '5.9' }] },
    '2106': { client: foreigner },
  };
  return other[operation] ?? {};
}
