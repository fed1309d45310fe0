/**
 * Builds the OpenAPI 3.1 description of the whole API: requests from the Joi schemas, refusals from
 * their table.
 */
import { type DateText, type Kind, limaToday } from '@rafaga/fiscal';
import { CONTRACT, type Contract } from '../contract.js';
import { PATHS } from '../documentLink.js';
import { requestSchemas } from './fromJoi.js';
import { issueOperation } from './issueOperation.js';
import { HEADERS, PARAMETERS } from './parameters.js';
import { readOperations } from './readOperations.js';
import { responseSchemas } from './responseSchemas.js';
import type { OpenApi } from './types.js';

export interface OpenApiOptions {
  contract?: Contract;
  /** The issue date of the examples, so that they can be sent as they are. */
  today?: DateText;
}

export function openapi({
  contract = CONTRACT,
  today = limaToday(new Date()),
}: OpenApiOptions = {}): OpenApi {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ráfaga: emisión de boletas y facturas',
      version: '1.0.0',
      summary:
        'Emitir boletas y facturas electrónicas del Perú, consultar su estado y descargar ' +
        'sus archivos.',
      description: ABOUT,
      contact: { name: 'El operador de este servicio' },
    },
    servers: [
      { url: '/v1', description: 'La misma dirección desde la que se sirve esta descripción.' },
    ],
    security: [{ ApiKey: [], ApiSecret: [] }],
    tags: [
      { name: 'Boletas', description: 'Boletas de venta.' },
      { name: 'Facturas', description: 'Facturas.' },
    ],
    paths: { ...pathsOf('boleta', today), ...pathsOf('factura', today) },
    components: {
      schemas: { ...requestSchemas(contract), ...responseSchemas(contract) },
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function pathsOf(kind: Kind, today: DateText): OpenApi['paths'] {
  const base = `/${PATHS[kind]}`;
  return {
    [base]: { post: issueOperation(kind, today) },
    [`${base}/{id}`]: readOperations(kind, 'record', today),
    [`${base}/{id}/pdf`]: readOperations(kind, 'pdf', today),
    [`${base}/{id}/xml`]: readOperations(kind, 'xml', today),
    [`${base}/{id}/cdr`]: readOperations(kind, 'cdr', today),
  };
}

const SECURITY_SCHEMES: OpenApi['components']['securitySchemes'] = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'Clave de integración de la empresa.',
  },
  ApiSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Secret',
    description: 'Secreto de la clave. Se usa solo desde un servidor.',
  },
};

const ABOUT = [
  'Un sistema externo emite boletas y facturas de la empresa a la que pertenecen sus ' +
    'credenciales.',
  'Toda llamada lleva las cabeceras X-Api-Key y X-Api-Secret y se hace desde un servidor. ' +
    'Un 201 significa que el comprobante quedó registrado, no que SUNAT lo aceptó: consulta ' +
    'datos.fiscal.estado.',
  'Cada venta lleva su propia Idempotency-Key. Ante un 503, un 409 en proceso o una ' +
    'respuesta que no llegó, repite la misma petición con la misma Idempotency-Key: nunca se ' +
    'emite dos veces. La repetición de una emisión terminada devuelve la respuesta guardada ' +
    'con la cabecera Idempotency-Replayed: true.',
  'Una ruta desconocida responde 404 y un método equivocado 405 con la cabecera Allow. Si ' +
    'un objeto JSON repite una clave, vale la última.',
  'Todo campo opcional puede omitirse o enviarse como null: significa lo mismo. Al repetir una ' +
    'petición envía los mismos campos: un null que antes se omitió cuenta como otro dato.',
].join('\n\n');
