/**
 * Sales for tests: a factura of one taxed line, or a boleta, and whatever the test says otherwise.
 */
import type { Issuer, Line, Sale } from '@rafaga/fiscal';

export const TODAY = '2026-03-02';
export const ISSUER: Issuer = {
  ruc: '20123456786',
  legalName: 'Bodega Ráfaga S.A.C.',
  tradeName: 'Ráfaga & Hijos',
  address: 'Av. Arequipa 123, Lince',
  ubigeo: '150116',
};

/** Two units of 59.00, tax included. */
export function aLine(over: Partial<Line> = {}): Line {
  return {
    code: 'CUA-01',
    description: 'Cuaderno A4',
    unit: 'NIU',
    quantity: '2',
    unitPrice: '59',
    affectation: '10',
    allowances: [],
    ...over,
  };
}

export function aSale(over: Partial<Sale> = {}): Sale {
  return {
    kind: 'factura',
    series: 'F001',
    number: 1,
    issueDate: '2026-03-02',
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: true,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    client: { documentType: '6', document: '20600695771', name: 'Comercial del Sur S.A.C.' },
    lines: [aLine()],
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
    ...over,
  };
}

export function aBoleta(over: Partial<Sale> = {}): Sale {
  return aSale({
    kind: 'boleta',
    series: 'B001',
    client: { documentType: '1', document: '12345678', name: 'Ana Quispe Mamani' },
    ...over,
  });
}
