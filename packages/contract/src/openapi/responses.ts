/** Describes refusals as responses, one for each status, with an example for each reason. */
import { REFUSALS, type Reason } from '../refusals.js';
import { header, ref } from './build.js';
import type { Example, OpenApiResponse } from './types.js';

const REQUEST_ID = '7b6c1f2e-4f0a-4a52-9d2f-0c9a1f6f7a10';

/** The refusals as responses, one for each status. */
export function refusalResponses(
  reasons: readonly Reason[],
  invalidExample: Record<string, string[]>,
): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {};
  for (const reason of reasons) {
    const { status, codigo, mensaje } = REFUSALS[reason];
    const value = {
      estado: 'error',
      mensaje,
      codigo,
      ...(reason === 'invalid' && { errores: invalidExample }),
      solicitud_id: REQUEST_ID,
    };
    const example: Record<string, Example> = { [codigo]: { summary: mensaje, value } };
    const known = responses[status]?.content?.['application/json'];
    if (known) Object.assign(known.examples ?? {}, example);
    else
      responses[status] = {
        description: ABOUT[status],
        headers: headersOf(status, reasons),
        content: errorContent(status, example),
      };
  }
  return responses;
}

const errorContent = (
  status: number,
  examples: Record<string, Example>,
): OpenApiResponse['content'] & object => ({
  'application/json': {
    schema: ref(status === 422 ? 'ErrorDeValidacion' : 'RespuestaDeError'),
    examples,
  },
});

/** Of these, a repeat may get another answer. */
const REPEATABLE: Partial<Record<Status, Reason>> = {
  404: 'file_not_ready',
  409: 'reference_in_process',
};

const saysWhen = (status: Status, reasons: readonly Reason[]): boolean => {
  const repeatable = REPEATABLE[status];
  return status === 429 || status === 503 || (!!repeatable && reasons.includes(repeatable));
};

const headersOf = (
  status: Status,
  reasons: readonly Reason[],
): OpenApiResponse['headers'] & object => ({
  'X-Request-Id': header('X-Request-Id'),
  'Cache-Control': header('Cache-Control'),
  Link: header('Link'),
  ...(saysWhen(status, reasons) && { 'Retry-After': header('Retry-After') }),
});

type Status = (typeof REFUSALS)[Reason]['status'];

const ABOUT: Record<Status, string> = {
  400: 'La petición HTTP está mal formada, su JSON no es válido o el cuerpo no es un objeto.',
  401: 'Credenciales no válidas o revocadas, o empresa sin acceso activo.',
  403: 'El tipo de comprobante está deshabilitado o la cuenta no puede emitir.',
  404:
    'No existe, es de otra empresa, o lo que se pide de él aún no está disponible, no existirá, ' +
    'se dañó o falta: lo dice codigo.',
  405: 'Método HTTP equivocado.',
  408: 'La petición no llegó completa a tiempo.',
  409:
    'La referencia está en proceso, en revisión o se usó con otros datos, o la configuración ' +
    'fiscal es inconsistente.',
  413: 'El cuerpo supera los 2,000,000 bytes.',
  415: 'Content-Type o Content-Encoding no admitido.',
  422: 'Error de validación: todos los campos con problemas, juntos.',
  429: 'Se superó el límite de peticiones: espera lo que indica Retry-After.',
  431: 'Las cabeceras son demasiado grandes.',
  503: 'Servicio no disponible o resultado sin confirmar: conserva la misma referencia.',
};
