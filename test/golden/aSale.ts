/** The sales of golden files and of printed pages: a factura of one taxed line, or a boleta. */
import type { Issuer, Line, Sale } from '@rafaga/fiscal';
import { aFactura, aLine as anyLine } from '../../packages/fiscal/testing/aSale.js';

export const TODAY = '2026-03-02';
export const ISSUER: Issuer = {
  ruc: '20123456786',
  legalName: 'Bodega Ráfaga S.A.C.',
  tradeName: 'Ráfaga & Hijos',
  address: 'Av. Arequipa 123, Lince',
  ubigeo: '150116',
};

/** Two units of 59.00, tax included. */
export const aLine = (over: Partial<Line> = {}): Line => ({
  code: 'CUA-01',
  ...anyLine({ description: 'Cuaderno A4', quantity: '2', unitPrice: '59' }),
  ...over,
});

/** The golden files contain the sale with this order of members. */
export function aSale(over: Partial<Sale> = {}): Sale {
  const { kind, series, ...rest } = aFactura({
    issueDate: TODAY,
    client: { documentType: '6', document: '20600695771', name: 'Comercial del Sur S.A.C.' },
    lines: [aLine()],
  });
  return { kind, series, number: 1, ...rest, ...over };
}

export const aBoleta = (over: Partial<Sale> = {}): Sale =>
  aSale({
    kind: 'boleta',
    series: 'B001',
    client: { documentType: '1', document: '12345678', name: 'Ana Quispe Mamani' },
    ...over,
  });
