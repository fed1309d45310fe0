/**
 * Makes every text of a document in printing order. The formats draw these texts and compute
 * nothing.
 */
import {
  CURRENCY,
  type FiscalResult,
  fiscalResult,
  isNoDocument,
  ONE,
  OPERATION,
  type PricedPerception,
  type PricedSale,
  peruvianDate,
  sum,
} from '@rafaga/fiscal';
import { districtOf, districtText, namesDistrict } from '@rafaga/fiscal/ubigeos';
import { cards } from './content/cards.js';
import { printedLine } from './content/lines.js';
import type { Pair } from './content/pair.js';
import type { PrintedContent } from './content/printedContent.js';
import { totalRows } from './content/totals.js';
import type { PrintedDocument } from './document.js';
import { CLIENT_DOCUMENT, decimal, hour, money, rate } from './words.js';

const TITLE = { boleta: 'BOLETA DE VENTA ELECTRÓNICA', factura: 'FACTURA ELECTRÓNICA' } as const;
const NAME = { boleta: 'boleta de venta electrónica', factura: 'factura electrónica' } as const;
const NOT_VALID = 'SIN VALIDEZ';
const STATE = {
  pending: {
    text:
      'Estado al imprimir: pendiente de respuesta de SUNAT. Consulta si fue aceptada antes ' +
      'de usarla como sustento tributario.',
  },
  accepted: { text: 'Aceptada por SUNAT.' },
  // a constancia may still come: then the paper is kept as it is
  presumed: {
    text: 'Estado al imprimir: se presume aceptada, sin constancia (CDR) de SUNAT.',
  },
  accepted_by_persons: { text: 'Consta aceptada en SUNAT.' },
  rejected: {
    stamp: 'RECHAZADO',
    text: 'RECHAZADA POR SUNAT: este documento no tiene validez tributaria.',
  },
  rejected_by_persons: {
    stamp: NOT_VALID,
    text: 'NO CONSTA ACEPTADA EN SUNAT: este documento no tiene validez tributaria.',
  },
} as const satisfies Record<FiscalResult, PrintedContent['state']>;
/** Printed on each test document, whatever its result, so that it is not mistaken for a sale. */
const TEST = {
  simulator:
    'DOCUMENTO DE PRUEBA: lo emitió un simulador, no llegó a SUNAT y no tiene validez tributaria.',
  beta:
    'DOCUMENTO DE PRUEBA: se envió a un ambiente de pruebas (beta) y no tiene validez ' +
    'tributaria.',
} as const;
const TEST_RESULT = {
  pending: 'pendiente',
  accepted: 'aceptada',
  presumed: 'se presume aceptada',
  accepted_by_persons: 'consta aceptada',
  rejected: 'rechazada',
  rejected_by_persons: 'no consta aceptada',
} as const satisfies Record<FiscalResult, string>;
const SUNAT_PAGE = 'www.sunat.gob.pe › Consulta de validez del CPE';
/** The code of the legend with the amount in words. */
const WORDS = '1000';
const TAXED_HEADS = { price: 'P. unitario', total: 'Importe' };
const UNTAXED_HEADS = { price: 'V. unitario', total: 'Valor de venta' };

export function printedContent(document: PrintedDocument): PrintedContent {
  const { priced, issuer, design } = document;
  const { sale, totals, perception, legends } = priced;
  const { tradeName, legalName, address } = issuer;
  return {
    title: TITLE[sale.kind],
    number: `${sale.series}-${document.number}`,
    ruc: issuer.ruc,
    issuer: {
      name: tradeName ?? legalName,
      ...(tradeName && tradeName !== legalName && { legalName }),
      ...(address && { address: fiscalAddress(address, issuer.ubigeo) }),
      ...(design.contact && { contact: design.contact }),
    },
    client: clientRows(document),
    terms: termRows(document),
    lines: priced.lines.map((line) => printedLine(line, sale)),
    heads: sale.pricesIncludeTax ? TAXED_HEADS : UNTAXED_HEADS,
    ...totalRows(priced),
    articles: `Artículos: ${articleCount(priced)}`,
    payable: ['IMPORTE TOTAL', money(totals.payable, sale.currency)],
    beyond: perception ? perceptionRows(perception) : [],
    inWords: legends.flatMap(({ code, text }) => (code === WORDS ? [text] : [])),
    legends: otherLegends(priced),
    cards: cards(priced),
    state: stateOf(document),
    proof: proof(document),
    ...(design.footer && { footer: design.footer }),
  };
}

function stateOf({ environment, state, evidence }: PrintedDocument): PrintedContent['state'] {
  const result = fiscalResult(state, evidence);
  if (environment === 'production') return STATE[result];
  const text = `${TEST[environment]} Resultado de la prueba: ${TEST_RESULT[result]}.`;
  return { stamp: NOT_VALID, text };
}

function clientRows({ priced: { sale } }: PrintedDocument): Pair[] {
  const { name, documentType, document, address, email, phone } = sale.client;
  const rows: Pair[] = [['Cliente', name]];
  if (documentType !== '0' || !isNoDocument(document))
    rows.push([CLIENT_DOCUMENT[documentType] ?? 'Documento', document]);
  if (address) rows.push(['Dirección', address]);
  const contact = [phone, email].filter((text) => text !== undefined);
  if (contact.length > 0) rows.push(['Contacto', contact.join(' · ')]);
  return rows;
}

/** Those that neither the amount in words nor the title of a card says. */
function otherLegends({ sale, legends }: PricedSale): string[] {
  const said = [WORDS, sale.perception && '2000', sale.detraction && '2006'];
  return legends.flatMap(({ code, text }) => (said.includes(code) ? [] : [text]));
}

function perceptionRows({ factor, amount, total }: PricedPerception): Pair[] {
  return [
    [`Percepción (${rate(factor * 100n)})`, money(amount, 'PEN')],
    ['Total con percepción', money(total, 'PEN')],
  ];
}

/** The plain operations: a card says that a sale has a detraction or a perception. */
const PLAIN = ['0101', '1001', '2001'];

function termRows({ priced: { sale }, createdAt }: PrintedDocument): Pair[] {
  const rows: Pair[] = [
    ['Fecha de emisión', `${peruvianDate(sale.issueDate)}  ${hour(createdAt)}`],
  ];
  if (sale.dueDate) rows.push(['Fecha de vencimiento', peruvianDate(sale.dueDate)]);
  rows.push(
    ['Moneda', CURRENCY[sale.currency].name],
    ['Forma de pago', sale.payment === 'credit' ? 'Crédito' : 'Contado'],
  );
  if (!PLAIN.includes(sale.operation)) rows.push(['Operación', operationText(sale.operation)]);
  if (sale.establishment !== '0000') rows.push(['Establecimiento', sale.establishment]);
  rows.push(...tillRows(sale.extras));
  return rows;
}

/** "Operación sujeta a…" without the word that is its label. */
const operationText = (code: string): string =>
  (OPERATION[code]?.label ?? code).replace(/^Operación (.)/, (_, first) => first.toUpperCase());

/** The till and the cashier, if the caller sent them in `extras`. */
function tillRows(extras: Record<string, unknown> = {}): Pair[] {
  return (
    [
      ['Caja', extras.caja],
      ['Cajero', extras.cajero],
    ] as const
  ).flatMap(([label, value]): Pair[] => {
    const text = ['string', 'number'].includes(typeof value) ? plainText(String(value)) : '';
    return text === '' ? [] : [[label, text]];
  });
}

/** Without controls, and no longer than a line. */
const plainText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TILL_TEXT);

const MAX_TILL_TEXT = 60;

/** Pieces and packages are counted; a line by weight or measure is one article. */
function articleCount({ lines }: PricedSale): string {
  const count = sum(lines, ({ line, quantity }) =>
    quantity % ONE === 0n && !MEASURES.has(line.unit) ? quantity / ONE : 1n,
  );
  return decimal(count * ONE, 0, 0);
}

/** Units of catalogue 03 of weight, volume, length, area and energy. */
const MEASURES: ReadonlySet<string> = new Set(
  (
    'KGM GRM MGM TNE LTN STN LBR ONZ DTN HGM LTR MLT CLT DLT HLT GLL GLI OZA OZI PT QT BLL ' +
    'MTR CMT MMT KTM DMT FOT INH YRD MTK CMK DMK MMK FTK INK YDK HAR ' +
    'MTQ CMQ DMQ MMQ FTQ INQ YDQ KWH MWH'
  ).split(' '),
);

/** The address with the district of its ubigeo, unless it names it already. */
function fiscalAddress(address: string, ubigeo: string | undefined): string {
  const district = ubigeo === undefined ? undefined : districtOf(ubigeo);
  return district === undefined || namesDistrict(address, district)
    ? address
    : `${address}, ${districtText(district)}`;
}

function proof(document: PrintedDocument): string[] {
  const { priced, digest, design, environment } = document;
  const lines = [
    `Representación impresa de la ${NAME[priced.sale.kind].toUpperCase()}.`,
    stateOf(document).text,
  ];
  if (environment === 'production') lines.push(`Consúltala en ${design.consultAt ?? SUNAT_PAGE}.`);
  if (digest) lines.push(`Resumen: ${digest}`);
  return lines;
}
