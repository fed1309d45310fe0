/** Builds documents for print tests: sales of any length, with totals, digest and QR. */
import { type Line, price, type Sale } from '@rafaga/fiscal';
import type { PrintedDocument } from '@rafaga/pdf';
import { aBoleta, aLine, aSale, ISSUER } from '../golden/aSale.js';

export const MM = 72 / 25.4;

export const QR = '20123456786|01|F001|123|18.00|118.00|2026-03-02|6|20600695771|';

export function aDocument(
  sale: Sale = aSale(),
  over: Partial<PrintedDocument> = {},
): PrintedDocument {
  return {
    priced: price(sale),
    issuer: ISSUER,
    number: 123,
    createdAt: new Date('2026-03-02T19:05:00Z'),
    digest: 'rW5UBmYhSqJBBmbTrdzGkGBQ8yQ=',
    qr: QR,
    state: 'accepted',
    evidence: 'cdr',
    environment: 'production',
    design: {},
    ...over,
  };
}

const GOODS = [
  'Arroz extra añejo Costeño 5 kg',
  'Leche evaporada 400 g',
  'Detergente en polvo Ñandú aroma a limón 2.6 kg',
  'Panetón de la abuela con pasas y frutas confitadas, caja de 900 g',
];

export const lines = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) =>
    aLine({
      code: `P${String(at).padStart(5, '0')}`,
      description: GOODS[at % GOODS.length] as string,
      quantity: String(1 + (at % 9)),
      unitPrice: `${1 + (at % 50)}.37`,
    }),
  );

/** A sale whose texts have the longest lengths that the API admits. */
export const LONGEST: Sale = aBoleta({
  client: {
    documentType: '1',
    document: '12345678',
    name: 'Ñúñez Güell y Compañía '.repeat(70).slice(0, 1_500),
    address: 'Calle Los Álamos 123 '.repeat(30).slice(0, 500),
  },
  lines: [
    aLine({
      description: 'Descripción con acentos áéíóú ÁÉÍÓÚ ñÑ '.repeat(20).slice(0, 500),
      code: 'C'.repeat(30),
    }),
    aLine({ description: 'X'.repeat(500), quantity: '123456789.0123456789', unitPrice: '0.01' }),
    ...lines(4),
  ],
  note: `Observación larga.\n${'Tocar el timbre dos veces y esperar. '.repeat(14)}`.slice(0, 500),
});
