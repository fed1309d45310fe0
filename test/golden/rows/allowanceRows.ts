/** The sale that shows a row of catalogue 53. */
import type { Kind, Sale } from '@rafaga/fiscal';
import { ALLOWANCE } from '../../../packages/fiscal/src/catalogues/allowances.js';
import { aLine } from '../aSale.js';

const ADVANCED: Readonly<Record<string, string>> = { '04': '10', '05': '20', '06': '30' };

export function allowanceRow(code: string, kind: Kind): Partial<Sale> | string {
  const row = ALLOWANCE[code];
  if (!row?.offered) return 'not offered in a factura or boleta at this level';
  if (row.level === 'line') return { lines: [aLine({ allowances: [{ code, factor: '0.1' }] })] };
  if (ADVANCED[code] !== undefined) return advanced(ADVANCED[code], kind);
  if (code === '20') return excise(kind);
  if (code === '62' && kind === 'boleta') return 'IGV is withheld from sales to a RUC: facturas';
  if (code === '63')
    return kind === 'boleta'
      ? 'operation 2002 is of facturas'
      : { operation: '2002', allowances: [{ code, factor: '0.05', base: '100', amount: '5' }] };
  return { allowances: [{ code, factor: '0.1', base: '100', amount: '10' }] };
}

const prepaid = (kind: Kind, amount: string) =>
  kind === 'factura'
    ? [{ documentType: '02', document: 'F001-9', amount }]
    : [{ documentType: '03', document: 'B001-9', amount }];

/** The deduction is computed from the advance. */
const advanced = (affectation: string, kind: Kind): Partial<Sale> => ({
  lines: [aLine({ affectation, quantity: '1', unitPrice: '1000' })],
  advances: prepaid(kind, '118'),
});

/** An advance with ISC: 100 without taxes, 10 of ISC, 18 % of both. */
const excise = (kind: Kind): Partial<Sale> => ({
  lines: [aLine({ quantity: '1', unitPrice: '1000', isc: { system: '01', percent: '10' } })],
  advances: prepaid(kind, '129.80'),
  allowances: [
    { code: '04', amount: '100' },
    { code: '20', amount: '10' },
  ],
});
