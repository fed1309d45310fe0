/** Builds a valid sale of each kind; a test overrides the fields that it is about. */
import type { Detraction, Line, Sale } from '../src/sale.js';

const TODAY = '2026-11-21';
export const CONTEXT = { today: TODAY, issuer: { ruc: '20123456786', exonerationAllowed: true } };

export function aLine(own: Partial<Line> = {}): Line {
  return {
    description: 'Arroz extra 5 kg',
    unit: 'NIU',
    quantity: '1',
    unitPrice: '118.00',
    affectation: '10',
    allowances: [],
    ...own,
  };
}

/** A boleta of one line of S/ 118.00, tax included. */
export function aSale(own: Partial<Sale> = {}): Sale {
  return {
    kind: 'boleta',
    series: 'B001',
    issueDate: TODAY,
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: true,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    client: { documentType: '1', document: '45678912', name: 'María Quispe' },
    lines: [aLine()],
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
    ...own,
  };
}

/** A factura of the same line. */
export function aFactura(own: Partial<Sale> = {}): Sale {
  return aSale({
    kind: 'factura',
    series: 'F001',
    client: { documentType: '6', document: '20601234565', name: 'Bodega El Sol S.A.C.' },
    ...own,
  });
}

/** Of twelve percent of that factura. */
export const DETRACTION: Detraction = {
  goods: '037',
  percent: '12',
  account: '00-012-345678',
  means: '001',
  amount: '14.16',
};
