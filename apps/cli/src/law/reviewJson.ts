/** What `ley revisar` prints with --json: its values are an interface and do not change. */
import type { ChangeRow, Confidence, Effect, LawChange } from '@rafaga/fiscal';
import type { AdviceOf, Reviewed } from './reviewAll.js';

/** The fields, as the help of the command explains them. */
export const JSON_FIELDS = {
  desde: 'la fecha de las reglas',
  'cambios[]':
    'lo que empieza o termina entre hoy y esa fecha: dia, que, antes[], despues[], ' +
    'fuente, confianza',
  'negocios[]':
    'ruc, razon_social; ventas, y de ellas rechazadas, observadas y mas_caras; sin_listar ' +
    '(hallazgos que no entran en la lista), sin_leer (ventas que no se pudieron juzgar)',
  'negocios[].hallazgos[]':
    'efecto (rechazada, observada o más cara: llevaría más impuesto), codigo de SUNAT, tipo, ' +
    'serie, producto_codigo y producto (null: toda la venta), texto, que_hacer, ventas, moneda, ' +
    'diferencia (lo que se paga o tributa de más en todas ellas), documento_id (una de ellas)',
};

const CONFIDENCE: Readonly<Record<Confidence, string>> = {
  workbook: 'reglas de SUNAT',
  decree: 'norma',
  secondary: 'fuente secundaria',
  conflicting: 'fuentes que no concuerdan',
};
const EFFECT: Readonly<Record<Effect, string>> = {
  refused: 'rechazada',
  observed: 'observada',
  dearer: 'más cara',
};

export const changeJson = (change: LawChange) => ({
  dia: change.day,
  que: change.subject,
  antes: change.before,
  despues: change.after,
  fuente: change.source,
  confianza: CONFIDENCE[change.confidence],
});

export const reviewJson = (
  { business, counts, rows, unreadable }: Reviewed,
  adviceOf: AdviceOf,
) => ({
  ruc: business.ruc,
  razon_social: business.legalName,
  ventas: counts.sales,
  rechazadas: counts.refused,
  observadas: counts.observed,
  mas_caras: counts.dearer,
  sin_listar: counts.omitted,
  sin_leer: unreadable,
  hallazgos: rows.map((row) => findingJson(row, adviceOf)),
});

const findingJson = (row: ChangeRow, adviceOf: AdviceOf) => ({
  efecto: EFFECT[row.effect],
  codigo: row.code,
  tipo: row.kind,
  serie: row.series,
  producto_codigo: row.productCode,
  producto: row.product,
  texto: row.text,
  que_hacer: adviceOf(row),
  ventas: row.sales,
  moneda: row.currency,
  diferencia: row.extra,
  documento_id: row.documentId,
});
