/** Describes the operation that issues a document. */
import type { DateText, Kind } from '@rafaga/fiscal';
import { CONTRACT } from '../contract.js';
import type { Reason } from '../refusals.js';
import { header, ref } from './build.js';
import { INVALID_SALE, issuedExample, requestExamples } from './examples.js';
import { common, withLimits } from './headers.js';
import { CALLER, EDGE, OF_KIND, TAG } from './operations.js';
import { refusalResponses } from './responses.js';
import type { Operation } from './types.js';

const ISSUING: readonly Reason[] = [
  'json_invalid',
  'body_not_object',
  ...EDGE,
  ...CALLER,
  'test_account',
  'kind_disabled',
  'reference_in_process',
  'reference_in_review',
  'reference_different',
  'reference_archived',
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

const UNKNOWN_FIELD = 'Un campo desconocido es un error, a cualquier nivel.';

export function issueOperation(kind: Kind, today: DateText): Operation {
  const own = {
    Location: header('Location'),
    'Preference-Applied': header('Preference-Applied'),
    'Idempotency-Replayed': header('Idempotency-Replayed'),
  };
  return {
    operationId: `emitir_${kind}`,
    summary: `Emitir ${OF_KIND[kind]}`,
    description:
      'Registra el comprobante y lo deja en camino a SUNAT. Todos los errores de la ' +
      'cabecera y del cuerpo llegan juntos en un 422.',
    tags: [TAG[kind]],
    parameters: ['Idempotency-Key', 'Prefer'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      description: `Los datos de ${OF_KIND[kind]}. ${UNKNOWN_FIELD}`,
      content: {
        'application/json': {
          schema: ref(CONTRACT[kind].table.name),
          examples: requestExamples(kind, today),
        },
      },
    },
    responses: {
      201: {
        description:
          'Comprobante registrado, o la repetición de uno registrado antes. Si esperó con ' +
          'Prefer, datos es el comprobante entero, como en la consulta.',
        headers: { ...common(), ...own },
        content: {
          'application/json': {
            schema: ref('RespuestaEmitido'),
            examples: { registrado: issuedExample(kind, today) },
          },
        },
      },
      ...withLimits(refusalResponses(ISSUING, INVALID_SALE)),
    },
  };
}
