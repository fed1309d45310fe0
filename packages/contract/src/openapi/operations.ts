/** One operation a route and method. */
import { type Kind, PAPER_FORMATS, price, totalsJson } from '@rafaga/fiscal';
import { fillAnswer, issuedAnswer } from '../answer.js';
import { CONTRACT } from '../contract.js';
import { EXAMPLES } from '../examples.js';
import { messageFor } from '../messages.js';
import { queryBody } from '../record.js';
import type { Reason } from '../refusals.js';
import { toSale } from '../toSale.js';
import { refusalResponses, success } from './responses.js';
import type { Content, Example, JsonSchema, Method, OpenApiResponse, Operation } from './types.js';

const TAG = { boleta: 'Boletas', factura: 'Facturas' } as const satisfies Record<Kind, string>;
const OF_KIND = { boleta: 'una boleta', factura: 'una factura' } as const satisfies Record<
  Kind,
  string
>;

const CALLER = [
  'credentials_missing',
  'credentials_invalid',
  'access_inactive',
  'rate_limited',
  'attempts_limited',
] as const;
const ISSUING: readonly Reason[] = [
  'json_invalid',
  'body_not_object',
  ...CALLER,
  'test_account',
  'kind_disabled',
  'reference_in_process',
  'reference_in_review',
  'reference_different',
  'certificate_missing',
  'certificate_expired',
  'certificate_of_another',
  'access_missing',
  'body_too_large',
  'content_type',
  'content_encoding',
  'invalid',
  'unavailable',
  'overloaded',
  'unconfirmed',
  'restoring',
  'internal',
];

export function issueOperation(kind: Kind): Operation {
  const replayed = { 'Idempotency-Replayed': header('Idempotency-Replayed') };
  return {
    operationId: `emitir_${kind}`,
    summary: `Emitir ${OF_KIND[kind]}`,
    description:
      'Registra el comprobante y lo deja en camino a SUNAT. Todos los errores de la ' +
      'cabecera y del cuerpo llegan juntos en un 422.',
    tags: [TAG[kind]],
    parameters: [{ $ref: '#/components/parameters/Idempotency-Key' }],
    requestBody: {
      required: true,
      description: `Los datos de ${OF_KIND[kind]}. Un campo desconocido es un error, a cualquier nivel.`,
      content: {
        'application/json': {
          schema: ref(CONTRACT[kind].table.name),
          examples: requestExamples(kind),
        },
      },
    },
    responses: {
      201: {
        description: 'Comprobante registrado, o la repetición de uno registrado antes.',
        headers: { ...common(), ...replayed },
        content: {
          'application/json': {
            schema: success('Emitido'),
            examples: { registrado: issuedExample(kind) },
          },
        },
      },
      ...withLimits(refusalResponses(ISSUING, INVALID_SALE)),
    },
  };
}

type Read = 'record' | 'pdf' | 'xml' | 'cdr';

const READING: Record<Read, { summary: string; about: string; type: string }> = {
  record: {
    summary: 'Consultar',
    about: 'El comprobante, con el resultado de SUNAT en datos.fiscal.',
    type: 'application/json',
  },
  pdf: {
    summary: 'Descargar el PDF de',
    about: 'La representación impresa, disponible desde que se firma.',
    type: 'application/pdf',
  },
  xml: {
    summary: 'Descargar el XML de',
    about: 'El XML firmado, byte por byte el que se envía a SUNAT.',
    type: 'application/xml',
  },
  cdr: {
    summary: 'Descargar el CDR de',
    about: 'La constancia de SUNAT en ZIP, disponible cuando SUNAT responde.',
    type: 'application/zip',
  },
};

/** GET, and HEAD wherever GET is. */
export function readOperations(kind: Kind, read: Read): Partial<Record<Method, Operation>> {
  const { summary, about } = READING[read];
  const get: Operation = {
    operationId: `${read === 'record' ? 'consultar' : `descargar_${read}`}_${kind}`,
    summary: `${summary} ${OF_KIND[kind]}`,
    description: about,
    tags: [TAG[kind]],
    parameters: parametersOf(read),
    responses: {
      200: found(kind, read),
      ...(read !== 'record' && { 304: notModified }),
      ...withLimits(refusalResponses(refusalsOf(read), INVALID_FORMAT)),
    },
  };
  return { get, head: headOf(get) };
}

function parametersOf(read: Read): { $ref: string }[] {
  const names =
    read === 'record'
      ? ['id']
      : read === 'pdf'
        ? ['id', 'format', 'If-None-Match']
        : ['id', 'If-None-Match'];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** What it says of a CDR that will never come. */
const NO_CDR = ['cdr_lost', 'cdr_presumed', 'cdr_absent'] as const;

function refusalsOf(read: Read): Reason[] {
  const file: Reason[] =
    read === 'record' ? [] : ['file_not_ready', ...(read === 'cdr' ? NO_CDR : []), 'file_damaged'];
  return [
    ...CALLER,
    'document_unknown',
    ...file,
    ...(read === 'pdf' ? (['invalid'] as const) : []),
    'query_unavailable',
  ];
}

const found = (kind: Kind, read: Read): OpenApiResponse => ({
  description: READING[read].about,
  headers: {
    ...common(),
    ...(read !== 'record' && { ...cached(), 'Content-Disposition': header('Content-Disposition') }),
  },
  content: {
    [READING[read].type]:
      read === 'record' ? recordContent(kind) : { schema: { type: 'string', format: 'binary' } },
  },
});

const recordContent = (kind: Kind): Content => ({
  schema: success('Comprobante'),
  examples: { aceptado: recordExample(kind) },
});

const notModified: OpenApiResponse = {
  description: 'El archivo es el que ya tiene.',
  headers: { ...common(), ...cached() },
};

function headOf(get: Operation): Operation {
  const responses = Object.entries(get.responses).map(
    ([status, { content: _, ...answer }]) => [status, answer] as const,
  );
  return {
    ...get,
    operationId: `${get.operationId}_head`,
    summary: `${get.summary}: solo cabeceras`,
    responses: Object.fromEntries(responses),
  };
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function header(name: string): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

function common(): Record<string, { $ref: string }> {
  return {
    'X-Request-Id': header('X-Request-Id'),
    RateLimit: header('RateLimit'),
    'RateLimit-Policy': header('RateLimit-Policy'),
  };
}

function cached(): Record<string, { $ref: string }> {
  return { ETag: header('ETag'), 'Cache-Control': header('Cache-Control') };
}

/** Whoever got past the credentials is told what is left of the minute, in refusals too. */
function withLimits(answers: Record<string, OpenApiResponse>): Record<string, OpenApiResponse> {
  for (const [status, answer] of Object.entries(answers))
    if (status !== '401') answer.headers = { ...answer.headers, ...common() };
  return answers;
}

const INVALID_SALE = {
  'Idempotency-Key': [
    'Envíe la cabecera Idempotency-Key con una referencia propia de la venta y consérvela ' +
      'en los reintentos.',
  ],
  'cliente.num_doc': ['El RUC debe contener exactamente 11 dígitos.'],
  'items.0.cantidad': ['La cantidad debe ser un número mayor que cero.'],
};
const INVALID_FORMAT = {
  format: [messageFor('format', undefined, { valores: PAPER_FORMATS.join(', ') })],
};

const requestExamples = (kind: Kind): Record<string, Example> => ({
  [kind === 'boleta' ? 'al_contado' : 'al_credito']: {
    summary: kind === 'boleta' ? 'Boleta al contado' : 'Factura al crédito en dos cuotas',
    value: EXAMPLES[kind],
  },
});

const exampleSale = (kind: Kind) => toSale(kind, EXAMPLES[kind], { pricesIncludeTax: true });

const REFERENCE = 'caja3-2026-03-15-1048';

function issuedExample(kind: Kind): Example {
  const answer = fillAnswer(
    issuedAnswer(price(exampleSale(kind)), REFERENCE),
    48213,
    123,
    'production',
  );
  return { summary: 'Comprobante registrado', value: JSON.parse(answer) };
}

function recordExample(kind: Kind): Example {
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
