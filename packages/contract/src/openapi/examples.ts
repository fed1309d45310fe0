/** The examples of the OpenAPI description: requests, answers and validation errors. */
import { type Kind, PAPER_FORMATS, price, totalsJson } from '@rafaga/fiscal';
import { fillAnswer, issuedAnswer } from '../answer.js';
import { EXAMPLES } from '../examples.js';
import { messageFor } from '../messages.js';
import { queryBody } from '../record.js';
import { toSale } from '../toSale.js';
import type { Example } from './types.js';

export const INVALID_SALE = {
  'Idempotency-Key': [
    'Envíe la cabecera Idempotency-Key con una referencia propia de la venta y consérvela ' +
      'en los reintentos.',
  ],
  'cliente.num_doc': ['El RUC debe contener exactamente 11 dígitos.'],
  'items.0.cantidad': ['La cantidad debe ser un número mayor que cero.'],
};
export const INVALID_FORMAT = {
  format: [messageFor('format', undefined, { valores: PAPER_FORMATS.join(', ') })],
};

export const requestExamples = (kind: Kind): Record<string, Example> => ({
  [kind === 'boleta' ? 'al_contado' : 'al_credito']: {
    summary: kind === 'boleta' ? 'Boleta al contado' : 'Factura al crédito en dos cuotas',
    value: EXAMPLES[kind],
  },
});

const exampleSale = (kind: Kind) => toSale(kind, EXAMPLES[kind], { pricesIncludeTax: true });

const REFERENCE = 'caja3-2026-03-15-1048';

export function issuedExample(kind: Kind): Example {
  const answer = fillAnswer(
    issuedAnswer(price(exampleSale(kind)), REFERENCE),
    48213,
    123,
    'production',
  );
  return { summary: 'Comprobante registrado', value: JSON.parse(answer) };
}

export function recordExample(kind: Kind): Example {
  const sale = exampleSale(kind);
  const type = kind === 'boleta' ? '03' : '01';
  const { totals } = price(sale);
  const value = queryBody({
    id: 48213,
    kind,
    series: sale.series,
    number: 123,
    sale,
    totals: totalsJson(totals),
    warnings: null,
    reference: { key: REFERENCE, state: 'finished' },
    environment: 'production',
    fiscal: {
      state: 'accepted',
      code: '0',
      description: `El comprobante ${sale.series}-123 ha sido aceptado`,
      notes: null,
    },
    evidence: 'cdr',
    cdrSignature: 'valid',
    digest: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
    qr: `20123456786|${type}|${sale.series}|123|${kind === 'boleta' ? '2.43' : '90.00'}|${kind === 'boleta' ? '15.90' : '590.00'}|2026-03-15|${sale.client.documentType}|${sale.client.document}|`,
    createdAt: new Date('2026-03-15T14:30:05Z'),
    sentAt: new Date('2026-03-15T14:30:06Z'),
  });
  return { summary: 'Comprobante aceptado por SUNAT', value };
}
