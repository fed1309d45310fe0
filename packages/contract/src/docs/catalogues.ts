/** SUNAT's catalogues, as tables of the codes that a sale may have. */
import {
  ADVANCE_NUMBER,
  AFFECTATION,
  ALLOWANCE,
  CURRENCY,
  DETRACTION_GOODS,
  IDENTITY,
  ISC_SYSTEM,
  LEGEND,
  OPERATION,
  PAYMENT_MEANS,
  PERCEPTION,
  RELATED_DOCUMENT,
} from '@rafaga/fiscal';
import { type Html, html } from './html.js';
import { prose, table } from './table.js';
import { COMMON_UNITS } from './units.js';

export interface Catalogue {
  number: string;
  title: string;
  /** The field that has its codes. */
  field: string;
  rows: readonly (readonly [code: string, ...cells: string[]])[];
  /** Of the columns after the code and its name. */
  more?: string;
}

const named = (rows: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(rows).toSorted(([a], [b]) => a.localeCompare(b));

const labelled = (rows: Readonly<Record<string, { label: string }>>): [string, string][] =>
  named(Object.fromEntries(Object.entries(rows).map(([code, { label }]) => [code, label])));

const KINDS = { boleta: 'boleta', factura: 'factura' } as const;
const RECEIPT_CLIENTS = '01467';
const LEVEL = { line: 'items.descuentos', document: 'descuentos_globales' } as const;

export const CATALOGUES: readonly Catalogue[] = [
  {
    number: '02',
    title: 'Moneda',
    field: 'tipo_moneda',
    rows: Object.entries(CURRENCY).map(([code, { name }]) => [code, name]),
  },
  {
    number: '03',
    title: 'Unidad de medida',
    field: 'items.unidad',
    rows: COMMON_UNITS,
  },
  {
    number: '06',
    title: 'Documento de identidad',
    field: 'cliente.tipo_doc',
    more: 'En',
    rows: named(IDENTITY).map(([code, name]) => [
      code,
      name,
      RECEIPT_CLIENTS.includes(code) ? 'boleta y factura' : 'factura de exportación',
    ]),
  },
  {
    number: '07',
    title: 'Afectación al IGV',
    field: 'items.tip_afe_igv',
    rows: labelled(AFFECTATION),
  },
  { number: '08', title: 'Sistema del ISC', field: 'items.tip_sis_isc', rows: named(ISC_SYSTEM) },
  {
    number: '12',
    title: 'Documento del anticipo',
    field: 'anticipos.tipo_doc',
    rows: named(RELATED_DOCUMENT).filter(([code]) => Object.hasOwn(ADVANCE_NUMBER, code)),
  },
  {
    number: '22',
    title: 'Régimen de percepción',
    field: 'percepcion.cod_regimen',
    more: 'Tasa',
    rows: Object.values(PERCEPTION).map(({ regime, label, factors }) => [
      regime,
      label,
      `${Number(factors.at(-1)?.factor) * 100} %`,
    ]),
  },
  {
    number: '51',
    title: 'Tipo de operación',
    field: 'tipo_operacion',
    more: 'En',
    rows: Object.entries(OPERATION)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([code, { label, kinds, needs }]) => [
        code,
        label,
        needs
          ? `no se ofrece: requiere ${needs.what}`
          : kinds.map((kind) => KINDS[kind]).join(' y '),
      ]),
  },
  { number: '52', title: 'Leyenda', field: 'leyendas.code', rows: named(LEGEND) },
  {
    number: '53',
    title: 'Descuento o cargo',
    field: 'cod_tipo',
    more: 'En',
    rows: Object.entries(ALLOWANCE)
      .filter(([, { offered }]) => offered)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([code, { label, level }]) => [code, label, LEVEL[level]]),
  },
  {
    number: '54',
    title: 'Bien o servicio de la detracción',
    field: 'detraccion.cod_bien',
    more: 'Desde',
    rows: Object.entries(DETRACTION_GOODS)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([code, { label, from }]) => [code, label, from]),
  },
  {
    number: '59',
    title: 'Medio de pago de la detracción',
    field: 'detraccion.cod_medio_pago',
    rows: named(PAYMENT_MEANS),
  },
];

const anchorOf = ({ number }: Catalogue): string => `catalogo-${number}`;

export const catalogueLinks = (): [anchor: string, label: string][] =>
  CATALOGUES.map((catalogue) => [anchorOf(catalogue), `${catalogue.number} ${catalogue.title}`]);

export const catalogueSections = (): Html[] => [SEARCH, ...CATALOGUES.map(catalogueSection)];

const SEARCH = html`<p>
  <a href="/docs/catalogos">Buscar un código o un nombre en los catálogos</a>
</p>`;

export function catalogueSection(catalogue: Catalogue): Html {
  const { number, title, field, rows, more } = catalogue;
  const anchor = anchorOf(catalogue);
  return html`<section aria-labelledby="${anchor}">
<h3 id="${anchor}">Catálogo ${number}: ${title}</h3>
${table(
  `Códigos de ${field}`,
  ['Código', 'Nombre', ...(more ? [more] : [])],
  rows.map(([code, ...cells]) => ({
    id: `${anchor}-${code}`,
    cells: [html`<code>${code}</code>`, ...cells.map(prose)],
  })),
)}
</section>`;
}
