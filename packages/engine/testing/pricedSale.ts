/**
 * A priced sale for tests, computed by hand: a boleta of two units at 59.00, with the test's
 * overrides.
 */
import {
  type Issuer,
  type Line,
  ONE,
  type PricedLine,
  type PricedSale,
  type Sale,
} from '@rafaga/fiscal';
import { aLine, aSale } from '../../fiscal/testing/aSale.js';

export const anIssuer: Issuer = {
  ruc: '20123456786',
  legalName: 'Bodega Ráfaga S.A.C.',
  address: 'Av. Arequipa 123',
  ubigeo: '150101',
};

export function aPricedSale(over: Partial<Sale> = {}, line: Partial<Line> = {}): PricedSale {
  const own = aLine({ description: 'Cuaderno', quantity: '2', unitPrice: '59', ...line });
  const sale = aSale({
    issueDate: '2026-03-01',
    client: { documentType: '1', document: '12345678', name: 'Ana Quispe' },
    lines: [own],
    ...over,
  });
  return {
    sale,
    lines: sale.lines.map(priced),
    allowances: [],
    totals: {
      subtotals: [{ tax: '1000', base: 10000n, amount: 1800n }],
      taxes: 1800n,
      value: 10000n,
      withTaxes: 11800n,
      allowances: 0n,
      charges: 0n,
      prepaid: 0n,
      rounding: 0n,
      payable: 11800n,
      discounts: 0n,
    },
    retained: 0n,
    legends: [{ code: '1000', text: 'SON CIENTO DIECIOCHO CON 00/100 SOLES' }],
  };
}

function priced(line: Line): PricedLine {
  return {
    line,
    quantity: 2n * ONE,
    unitValue: 50n * ONE,
    unitPrice: 59n * ONE,
    priceType: '01',
    value: 10000n,
    igv: { tax: '1000', base: 10000n, percent: 18n * ONE, amount: 1800n },
    allowances: [],
    taxes: 1800n,
    total: 11800n,
  };
}
