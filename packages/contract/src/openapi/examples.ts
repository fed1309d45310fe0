/** The examples of the OpenAPI description: requests, answers and validation errors. */
import {
  type DateText,
  type Kind,
  PAPER_FORMATS,
  price,
  type Sale,
  totalsJson,
} from '@rafaga/fiscal';
import { fillAnswer, issuedAnswer } from '../answer.js';
import { messageFor } from '../messages.js';
import { queryBody } from '../record.js';
import { type Sample, sampleKey } from '../samples/sample.js';
import { samplesOf } from '../samples/samples.js';
import { toSale } from '../toSale.js';
import type { Example } from './types.js';

export const INVALID_SALE = {
  'Idempotency-Key': [
    'Envía la cabecera Idempotency-Key con una referencia propia de la venta y consérvala ' +
      'en los reintentos.',
  ],
  'cliente.num_doc': ['El RUC debe contener exactamente 11 dígitos.'],
  'items.0.cantidad': ['La cantidad debe ser un número mayor que cero.'],
};
export const INVALID_FORMAT = {
  format: [messageFor('format', undefined, { valores: PAPER_FORMATS.join(', ') })],
};

export const requestExamples = (kind: Kind, today: DateText): Record<string, Example> =>
  Object.fromEntries(
    samplesOf(kind).map(({ id, title, about, body }) => [
      id.replaceAll('-', '_'),
      { summary: title, description: about, value: body(today) },
    ]),
  );

/** The first sample of the kind, as issued. */
function exampleOf(kind: Kind, today: DateText): { sale: Sale; key: string } {
  const sample = samplesOf(kind)[0] as Sample;
  const sale = toSale(kind, sample.body(today), { pricesIncludeTax: true });
  return { sale, key: sampleKey(sample, today) };
}

export function issuedExample(kind: Kind, today: DateText): Example {
  const { sale, key } = exampleOf(kind, today);
  const answer = fillAnswer(
    issuedAnswer(price(sale), { reference: key, ruc: RUC }),
    ID,
    NUMBER,
    'production',
  );
  return { summary: 'Comprobante registrado', value: JSON.parse(answer) };
}

const RUC = '20123456786';
const ID = 48213;
const NUMBER = 123;

export function recordExample(kind: Kind, today: DateText): Example {
  const { sale, key } = exampleOf(kind, today);
  const value = queryBody({
    id: ID,
    ruc: RUC,
    kind,
    series: sale.series,
    number: NUMBER,
    sale,
    totals: totalsJson(price(sale).totals),
    warnings: null,
    reference: { key, state: 'finished' },
    environment: 'production',
    fiscal: {
      state: 'accepted',
      code: '0',
      description: `El comprobante ${sale.series}-${NUMBER} ha sido aceptado`,
      notes: null,
    },
    evidence: 'cdr',
    cdrSignature: 'valid',
    digest: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
    qr: null,
    createdAt: new Date(`${today}T14:30:05-05:00`),
    sentAt: new Date(`${today}T14:30:06-05:00`),
  });
  return { summary: 'Comprobante aceptado por SUNAT', value };
}
