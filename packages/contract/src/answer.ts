/**
 * The 201 of an issuance, written before its id and number are known: a template that the database
 * fills and stores.
 */
import { type Kind, type PricedSale, qrText, totalsJson } from '@rafaga/fiscal';
import { CONTRACT } from './contract.js';
import { recordPath } from './documentLink.js';
import { lineAmounts, totalInWords } from './printed.js';
import { renderTotals } from './renderTotals.js';

/**
 * Placeholders for the id, the number and the environment. No other JSON text contains them,
 * because JSON escapes control characters.
 */
export const ID_MARK = '\u0001';
export const NUMBER_MARK = '\u0002';
const ENVIRONMENT_MARK = '\u0003';

/** The environments by their names on the wire, which the database fills in too. */
export const ENVIRONMENTS = {
  simulator: 'simulado',
  beta: 'beta',
  production: 'produccion',
} as const;

/** The message of a document that is on its way, to SUNAT or to what `entorno` names. */
export const ISSUED = {
  boleta: 'Boleta registrada. Su envío está en curso: consulta datos.fiscal.estado.',
  factura: 'Factura registrada. Su envío está en curso: consulta datos.fiscal.estado.',
} as const satisfies Record<Kind, string>;

/** What SUNAT observed, or may observe. */
export interface Notice {
  code: string;
  text: string;
}

/** An observation of the fiscal rules, which does not refuse the sale. */
export interface Warning extends Notice {
  /** Its path in the `Sale`. */
  at: readonly (string | number)[];
  /** The field that the caller sent; documents of earlier versions have none. */
  field?: string;
}

export interface IssuedOptions {
  reference: string;
  /** Of the business. */
  ruc: string;
  warnings?: readonly Warning[];
}

/** The answer to a sale that is stored under a reference. */
export function issuedAnswer(
  priced: PricedSale,
  { reference, ruc, warnings = [] }: IssuedOptions,
): string {
  const { sale, totals } = priced;
  const { kind, series } = sale;
  const known: Record<string, unknown> = {
    fecha_emision: sale.issueDate,
    tipo_moneda: sale.currency,
    items: priced.lines.map(lineAmounts),
    totales: renderTotals(totalsJson(totals)),
    total_en_letras: totalInWords(priced),
    fiscal: { estado: 'pendiente', codigo: null, descripcion: null, observaciones: [] },
    en_espera_de: 'sunat',
    referencia: { clave: reference, estado: 'finalizada' },
  };
  if (warnings.length > 0) known.advertencias = renderWarnings(warnings, kind);
  if (sale.extras !== undefined) known.extras = sale.extras;
  const files = ['pdf', 'xml', 'cdr'].map(
    (file) => `"${file}":"${recordPath(kind, ID_MARK)}/${file}"`,
  );
  return (
    `{"estado":"exito","mensaje":${JSON.stringify(ISSUED[kind])},"datos":{"id":${ID_MARK},"tipo":"${kind}","serie":"${series}",` +
    `"correlativo":${NUMBER_MARK},"numero_completo":"${series}-${NUMBER_MARK}",${JSON.stringify(known).slice(1, -1)},` +
    `"entorno":"${ENVIRONMENT_MARK}","qr":${qrTemplate(priced, ruc)},` +
    `"archivos":{${files.join(',')}}}}`
  );
}

/** The number comes first in the QR: what stands for it is found before any text of the client. */
const qrTemplate = (priced: PricedSale, ruc: string): string =>
  JSON.stringify(qrText(priced, ruc, NUMBER_MARK)).replace(ESCAPED_NUMBER_MARK, NUMBER_MARK);

const ESCAPED_NUMBER_MARK = JSON.stringify(NUMBER_MARK).slice(1, -1);

export const fillAnswer = (
  template: string,
  id: number | bigint,
  number: number,
  environment: keyof typeof ENVIRONMENTS,
): string =>
  template
    .replaceAll(ID_MARK, String(id))
    .replaceAll(NUMBER_MARK, String(number))
    .replaceAll(ENVIRONMENT_MARK, ENVIRONMENTS[environment]);

export const renderNotices = (
  notices: readonly Notice[],
): { codigo: string; descripcion: string }[] =>
  notices.map(({ code, text }) => ({ codigo: code, descripcion: text }));

export const renderWarnings = (
  warnings: readonly Warning[],
  kind: Kind,
): { codigo: string; campo: string; descripcion: string }[] =>
  warnings.map(({ code, text, at, field }) => ({
    codigo: code,
    campo: field ?? CONTRACT[kind].paths.wirePath(at),
    descripcion: text,
  }));
