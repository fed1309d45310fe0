/** Every answer of the API: the envelopes, and each refusal with its machine word. */
import { CURRENCIES } from '@rafaga/fiscal';
import { ENVIRONMENTS } from '../answer.js';
import { CONTRACT } from '../contract.js';
import { MOST_NUMBER } from '../fields/sale.js';
import { CDR_SIGNATURES, EVIDENCE, FISCAL_STATES, REFERENCE_STATES } from '../record.js';
import { REFUSALS, type Reason } from '../refusals.js';
import { recordProperties } from './recordSchema.js';
import type { Example, JsonSchema, OpenApiResponse } from './types.js';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const header = (name: string): { $ref: string } => ({ $ref: `#/components/headers/${name}` });
const text = (description: string): JsonSchema => ({ type: 'string', description });
const textOrNull = (description: string): JsonSchema => ({ type: ['string', 'null'], description });
const money = (description: string): JsonSchema => ({ type: 'number', description });

const object = (
  title: string,
  properties: Record<string, JsonSchema>,
  optional: readonly string[] = [],
): JsonSchema => ({
  title,
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const SUSTENTO = [
  'En qué se apoya fiscal.estado; null mientras está pendiente.',
  'cdr: SUNAT contestó este envío con su CDR.',
  'cdr_consultado: el CDR se recuperó consultando y es de este comprobante.',
  'consulta_integrada: Consulta Integrada confirma su número, fecha y total; puede no haber CDR.',
  'respuesta_sin_cdr: SUNAT lo rechazó con un código, sin CDR.',
  'presumido: se da por aceptado sin prueba ni CDR, porque la empresa lo eligió.',
  'personas: lo decidieron dos personas con lo que consta en SUNAT.',
].join(' ');

const TOTALS: Record<string, string> = {
  mto_oper_gravadas: 'Base gravada con IGV.',
  mto_oper_exoneradas: 'Total exonerado.',
  mto_oper_inafectas: 'Total inafecto.',
  mto_oper_exportacion: 'Total de exportación.',
  mto_oper_gratuitas: 'Total de operaciones gratuitas.',
  mto_igv: 'IGV.',
  mto_base_ivap: 'Base del IVAP, si lo hay.',
  mto_ivap: 'IVAP, si lo hay.',
  mto_base_isc: 'Base del ISC, si lo hay.',
  mto_isc: 'ISC, si lo hay.',
  icbper: 'Impuesto a las bolsas plásticas, si lo hay.',
  total_impuestos: 'Total de tributos.',
  valor_venta: 'Valor de venta, sin tributos.',
  sub_total: 'Valor de venta más tributos.',
  sum_otros_descuentos: 'Descuentos que no afectan la base.',
  sum_otros_cargos: 'Cargos que no afectan la base.',
  total_descuentos: 'Todos los descuentos, como información.',
  total_anticipos: 'Anticipos descontados.',
  redondeo: 'Redondeo.',
  mto_imp_venta: 'Importe total por pagar.',
};
const SELDOM = ['mto_base_ivap', 'mto_ivap', 'mto_base_isc', 'mto_isc', 'icbper'];

const identity: Record<string, JsonSchema> = {
  id: {
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Identifica el comprobante en las demás llamadas.',
  },
  tipo: { type: 'string', enum: ['boleta', 'factura'] },
  serie: text('Serie.'),
  correlativo: { type: 'integer', minimum: 1, maximum: MOST_NUMBER },
  numero_completo: {
    type: 'string',
    pattern: '^[BF][A-Z0-9]{3}-[1-9][0-9]{0,7}$',
    description: 'Serie y número, sin ceros de relleno.',
  },
  fecha_emision: { type: 'string', format: 'date' },
  tipo_moneda: { type: 'string', enum: CURRENCIES },
};

const entorno: JsonSchema = {
  type: 'string',
  enum: Object.values(ENVIRONMENTS),
  description:
    'Quién decide sobre el comprobante: el simulador o la beta de SUNAT, sin validez ' +
    'tributaria, o SUNAT (u OSE) en producción.',
};

const list = (name: string): JsonSchema => ({ type: 'array', items: ref(name) });

/** The schemas of every answer; those of a sale's fields come from its table. */
export function responseSchemas(contract = CONTRACT): Record<string, JsonSchema> {
  const sale = recordProperties(contract);
  return {
    Totales: object(
      'Totales',
      Object.fromEntries(Object.entries(TOTALS).map(([name, about]) => [name, money(about)])),
      SELDOM,
    ),
    Nota: object('Nota', { codigo: text('Código de SUNAT.'), descripcion: text('Qué observa.') }),
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
    Emitido: object(
      'Emitido',
      {
        ...identity,
        totales: ref('Totales'),
        fiscal: ref('Fiscal'),
        entorno,
        referencia: ref('Referencia'),
        archivos: ref('Archivos'),
        advertencias: { ...list('Nota'), description: 'Lo que SUNAT podría observar.' },
        extras: { type: 'object', description: 'Lo que envió en extras.' },
      },
      // what was issued by an earlier version is answered as it was then
      ['entorno', 'advertencias', 'extras'],
    ),
    Comprobante: object(
      'Comprobante',
      {
        ...identity,
        ...sale.properties,
        totales: ref('Totales'),
        fiscal: ref('Fiscal'),
        sustento: {
          type: ['string', 'null'],
          enum: [...Object.values(EVIDENCE), null],
          description: SUSTENTO,
        },
        entorno,
        advertencias: list('Nota'),
        referencia: ref('Referencia'),
        hash: textOrNull('DigestValue de la firma; null hasta que se firma.'),
        qr: textOrNull('Texto del código QR; null hasta que se firma.'),
        firma_cdr: {
          type: ['string', 'null'],
          enum: [...Object.values(CDR_SIGNATURES), null],
          description:
            'Qué vale la firma de su constancia (CDR); null si no hay constancia, o es de ' +
            'antes de que se revisara.',
        },
        archivos: ref('Archivos'),
        creado_en: { type: 'string', format: 'date-time', description: 'Hora de Lima.' },
        enviado_en: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'Primer envío a SUNAT, en hora de Lima.',
        },
      },
      sale.optional,
    ),
    Error: object('Error', {
      estado: { type: 'string', const: 'error' },
      mensaje: text('Qué pasó y qué hacer.'),
      codigo: {
        type: 'string',
        enum: Object.values(REFUSALS).map(({ codigo }) => codigo),
        description: 'Palabra estable para programas.',
      },
      solicitud_id: text('Identificador de la petición, el mismo de X-Request-Id.'),
    }),
    ErrorDeValidacion: object('ErrorDeValidacion', {
      estado: { type: 'string', const: 'error' },
      mensaje: text('Resumen.'),
      codigo: { type: 'string', const: REFUSALS.invalid.codigo },
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
}

/** An envelope of success around a schema. */
export const success = (name: string): JsonSchema =>
  object(`Exito${name}`, {
    estado: { type: 'string', const: 'exito' },
    mensaje: text('Qué se hizo.'),
    datos: ref(name),
  });

const REQUEST_ID = '7b6c1f2e-4f0a-4a52-9d2f-0c9a1f6f7a10';

/** The rows of the refusals as answers, one a status. */
export function refusalResponses(
  reasons: readonly Reason[],
  invalidExample: Record<string, string[]>,
): Record<string, OpenApiResponse> {
  const answers: Record<string, OpenApiResponse> = {};
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
    const known = answers[status]?.content?.['application/json'];
    if (known) Object.assign(known.examples ?? {}, example);
    else
      answers[status] = {
        description: ABOUT[status],
        headers: headersOf(status),
        content: errorContent(status, example),
      };
  }
  return answers;
}

const errorContent = (
  status: number,
  examples: Record<string, Example>,
): OpenApiResponse['content'] & object => ({
  'application/json': { schema: ref(status === 422 ? 'ErrorDeValidacion' : 'Error'), examples },
});

const headersOf = (status: number): OpenApiResponse['headers'] & object => ({
  'X-Request-Id': header('X-Request-Id'),
  ...(status === 405 && { Allow: header('Allow') }),
  ...(status === 429 && { 'Retry-After': header('Retry-After') }),
  ...(status === 503 && { 'Retry-After': header('Retry-After') }),
});

type Status = (typeof REFUSALS)[Reason]['status'];

const ABOUT: Record<Status, string> = {
  400: 'El JSON no es válido o el cuerpo no es un objeto.',
  401: 'Credenciales no válidas o revocadas, o empresa sin acceso activo.',
  403: 'El tipo de comprobante está deshabilitado o la cuenta no puede emitir.',
  404: 'No existe, es de otra empresa, o el archivo todavía no está disponible o está dañado.',
  405: 'Método HTTP equivocado.',
  408: 'La petición no llegó completa a tiempo.',
  409:
    'La referencia está en proceso, en revisión o se usó con otros datos, o la configuración ' +
    'fiscal es inconsistente.',
  413: 'El cuerpo supera los 2,000,000 bytes.',
  415: 'Content-Type o Content-Encoding no admitido.',
  422: 'Error de validación: todos los campos con problemas, juntos.',
  429: 'Se superó el límite de peticiones: espere lo que indica Retry-After.',
  431: 'Las cabeceras son demasiado grandes.',
  503: 'Servicio no disponible o resultado sin confirmar: conserve la misma referencia.',
};
