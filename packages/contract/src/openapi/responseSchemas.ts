/** The schemas of all answers; those of the fields of a sale come from the field table. */
import { FISCAL_STATES } from '@rafaga/fiscal';
import { CONTRACT } from '../contract.js';
import { REFERENCE_STATES } from '../record.js';
import { REFUSALS } from '../refusals.js';
import { DOCUMENT_ID, list, object, ref, text, textOrNull } from './build.js';
import { issuedSchema, lineSchema, recordSchema } from './documentSchemas.js';
import { requestSchemas } from './fromJoi.js';
import { TOTALS_SCHEMA } from './totalsSchema.js';
import type { JsonSchema } from './types.js';

export const responseSchemas = (contract = CONTRACT): Record<string, JsonSchema> => ({
  Totales: TOTALS_SCHEMA,
  Linea: lineSchema(requestSchemas(contract).Item ?? {}),
  ...PARTS,
  Emitido: issuedSchema(contract),
  Comprobante: recordSchema(contract),
  RespuestaEmitido: success('Emitido'),
  RespuestaComprobante: success('Comprobante'),
  ...ERRORS,
});

const PARTS: Record<string, JsonSchema> = {
  Nota: object('Nota', { codigo: text('Código de SUNAT.'), descripcion: text('Qué observa.') }),
  Advertencia: object('Advertencia', {
    codigo: text(
      'Código de la observación que haría SUNAT, o una palabra estable si solo la anuncia este ' +
        'servicio: total_distinto, pagos_distintos, cuotas_incompletas, limite_en_soles, ' +
        'exportacion_interna, unidad_dudosa, sin_letra.',
    ),
    campo: text('El campo de la petición, como en errores; _general si es toda la venta.'),
    descripcion: text('Qué se observa y cómo se corrige.'),
  }),
  Fiscal: object('Fiscal', {
    estado: {
      type: 'string',
      enum: Object.values(FISCAL_STATES),
      description:
        'pendiente mientras SUNAT no da un resultado; aceptado también con observaciones.',
    },
    codigo: textOrNull('Código de respuesta de SUNAT; null mientras esté pendiente.'),
    descripcion: textOrNull('Respuesta de SUNAT; null mientras esté pendiente.'),
    observaciones: {
      ...list('Nota'),
      description: 'Observaciones de SUNAT a un comprobante aceptado.',
    },
  }),
  Referencia: object('Referencia', {
    clave: text('La Idempotency-Key de la venta.'),
    estado: { type: 'string', enum: Object.values(REFERENCE_STATES) },
  }),
  Archivos: object('Archivos', {
    pdf: text('Enlace del PDF.'),
    xml: text('Enlace del XML.'),
    cdr: text('Enlace del CDR.'),
  }),
};

const ERRORS: Record<string, JsonSchema> = {
  ComprobanteExistente: object('ComprobanteExistente', {
    id: DOCUMENT_ID,
    tipo: { type: 'string', enum: ['boleta', 'factura'] },
    numero_completo: text('Serie y número.'),
    enlace: text('La ruta para consultarlo.'),
  }),
  RespuestaDeError: object(
    'RespuestaDeError',
    {
      estado: { type: 'string', enum: ['error'] },
      mensaje: text('Qué pasó y qué hacer.'),
      codigo: {
        type: 'string',
        enum: Object.values(REFUSALS).map(({ codigo }) => codigo),
        description: 'Palabra estable para programas.',
      },
      comprobante: {
        ...ref('ComprobanteExistente'),
        description:
          'El comprobante que ya tiene la referencia: en referencia_con_otros_datos y ' +
          'referencia_en_revision.',
      },
      solicitud_id: text('Identificador de la petición, el mismo de X-Request-Id.'),
    },
    ['comprobante'],
  ),
  ErrorDeValidacion: object('ErrorDeValidacion', {
    estado: { type: 'string', enum: ['error'] },
    mensaje: text('Resumen.'),
    codigo: { type: 'string', enum: [REFUSALS.invalid.codigo] },
    errores: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
      description:
        'Mensajes por campo (items.0.cantidad, desde cero), por Idempotency-Key o format, ' +
        'o por _general.',
    },
    solicitud_id: text('Identificador de la petición, el mismo de X-Request-Id.'),
  }),
};

/** An envelope of success around a schema. */
function success(name: string): JsonSchema {
  return object(`Respuesta${name}`, {
    estado: { type: 'string', enum: ['exito'] },
    mensaje: text('Qué se hizo.'),
    datos: ref(name),
  });
}
