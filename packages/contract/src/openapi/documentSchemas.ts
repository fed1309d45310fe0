/** The schemas of a document: as it was issued, and as its record shows it. */
import { CURRENCIES } from '@rafaga/fiscal';
import { ENVIRONMENTS } from '../answer.js';
import type { Contract } from '../contract.js';
import { MAX_NUMBER } from '../fields/sale.js';
import { CDR_SIGNATURES, EVIDENCE } from '../record.js';
import { list, object, ref, text, textOrNull } from './build.js';
import { recordProperties } from './recordSchema.js';
import type { JsonSchema } from './types.js';

const identity: Record<string, JsonSchema> = {
  id: {
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Identifica el comprobante en las demás llamadas.',
  },
  tipo: { type: 'string', enum: ['boleta', 'factura'] },
  serie: text('Serie.'),
  correlativo: { type: 'integer', minimum: 1, maximum: MAX_NUMBER },
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

const SUSTENTO = [
  'En qué se apoya fiscal.estado; null mientras está pendiente.',
  'cdr: SUNAT contestó este envío con su CDR.',
  'cdr_consultado: el CDR se recuperó consultando y es de este comprobante.',
  'consulta_integrada: Consulta Integrada confirma su número, fecha y total; puede no haber CDR.',
  'respuesta_sin_cdr: SUNAT lo rechazó con un código, sin CDR.',
  'presumido: se da por aceptado sin prueba ni CDR, porque la empresa lo eligió.',
  'personas: lo decidieron dos personas con lo que consta en SUNAT.',
].join(' ');

export const ISSUED_SCHEMA: JsonSchema = object(
  'Emitido',
  {
    ...identity,
    totales: ref('Totales'),
    fiscal: ref('Fiscal'),
    entorno,
    referencia: ref('Referencia'),
    archivos: ref('Archivos'),
    advertencias: {
      ...list('Advertencia'),
      description: 'Lo que no impide emitir, y conviene revisar.',
    },
    extras: { type: 'object', description: 'Lo que envió en extras.' },
  },
  // a replay returns the stored answer, which an earlier version may have written without them
  ['entorno', 'advertencias', 'extras'],
);

export function recordSchema(contract: Contract): JsonSchema {
  const sale = recordProperties(contract);
  return object(
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
      advertencias: list('Advertencia'),
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
  );
}
