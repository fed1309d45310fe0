/** The schemas of a document: as it was issued, and as its record shows it. */
import { CDR_SIGNATURE_WORDS, CURRENCIES, EVIDENCE_WORDS } from '@rafaga/fiscal';
import { ENVIRONMENTS } from '../answer.js';
import type { Contract } from '../contract.js';
import { MAX_NUMBER } from '../fields/sale.js';
import { AWAITED } from '../record.js';
import { DOCUMENT_ID, list, money, object, orNull, ref, text, textOrNull } from './build.js';
import { recordProperties } from './recordSchema.js';
import type { JsonSchema } from './types.js';

const identity: Record<string, JsonSchema> = {
  id: {
    ...DOCUMENT_ID,
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

/** The fields of a line that every answer has; the record has also what was sent of it. */
const LINE_AMOUNTS: Record<string, JsonSchema> = {
  mto_valor_venta: money('Valor de venta de la línea, sin tributos; si es gratuita, referencial.'),
  igv: money('IGV de la línea; si es gratuita, referencial.'),
  total_impuestos: money('Tributos que se cobran por la línea.'),
  total: money('Lo que se cobra por la línea, con tributos.'),
};

/** @param item the line of a request, of whose amounts no record has the base of the IGV */
export function lineSchema({ properties: requested = {} }: JsonSchema): JsonSchema {
  const { mto_base_igv: _, ...properties } = requested;
  const sent = Object.keys(properties).filter((name) => !(name in LINE_AMOUNTS));
  return object('Linea', { ...properties, ...LINE_AMOUNTS }, sent);
}

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

const en_espera_de: JsonSchema = orNull({
  type: 'string',
  enum: [...AWAITED],
  description: [
    'Qué falta para que el comprobante tenga resultado.',
    'sunat: consulta otra vez.',
    'revision: una persona decide; deja de esperar y consulta más tarde.',
    'null: fiscal.estado ya no cambia, no consultes más.',
    'Su constancia puede llegar después, y con ella lo demás de fiscal, sustento y firma_cdr.',
  ].join(' '),
});

/** What every 201 has; the others are in that of a caller that waited, or in some documents. */
const ALWAYS = [...Object.keys(identity), 'totales', 'fiscal', 'referencia', 'archivos'];

/** The 201: its own fields, and with `Prefer: wait` those of the record. */
export function issuedSchema(contract: Contract): JsonSchema {
  const { properties = {} } = recordSchema(contract);
  return object(
    'Emitido',
    properties,
    Object.keys(properties).filter((name) => !ALWAYS.includes(name)),
  );
}

export function recordSchema(contract: Contract): JsonSchema {
  const sale = recordProperties(contract);
  return object(
    'Comprobante',
    {
      ...identity,
      ...sale.properties,
      items: { ...list('Linea'), description: 'Las líneas, en el orden en que se enviaron.' },
      totales: ref('Totales'),
      total_en_letras: textOrNull('El total en letras, que se imprime (leyenda 1000).'),
      fiscal: ref('Fiscal'),
      sustento: orNull({
        type: 'string',
        enum: Object.values(EVIDENCE_WORDS),
        description: SUSTENTO,
      }),
      entorno,
      advertencias: list('Advertencia'),
      referencia: ref('Referencia'),
      hash: textOrNull('DigestValue de la firma; null hasta que se firma.'),
      qr: text('Texto del código QR que se imprime.'),
      firma_cdr: orNull({
        type: 'string',
        enum: Object.values(CDR_SIGNATURE_WORDS),
        description:
          'Qué vale la firma de su constancia (CDR); null si no hay constancia, o es de ' +
          'antes de que se revisara.',
      }),
      en_espera_de,
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
