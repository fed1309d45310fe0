/**
 * The rules of SUNAT that the simulator checks. Source: validation workbook of 2026-02-12, sheets
 * Factura2_0, Boleta2_0 and Firma.
 */
import { textOf } from '../codes.js';
import type { Invoice } from './invoice.js';
import type { DocumentName } from './name.js';
import { Problem } from './problem.js';

const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
/** The most days after the issue date, by type, and the most days before it. */
const LATEST: Readonly<Record<string, number>> = { '01': 3, '03': 5 };
const EARLIEST = 2;

export interface RulesResult {
  /** The return code; absent when the document is accepted. */
  rejection?: string;
  notes: readonly string[];
}

/** @throws Problem when the file is not a document of that name */
export function checkShape(invoice: Invoice, name: DocumentName): void {
  if (invoice.root !== 'Invoice' || invoice.namespace !== INVOICE)
    throw new Problem('0306', `root ${invoice.root}`);
  if (!invoice.ublVersion) throw new Problem('2075');
  if (invoice.ublVersion !== '2.1') throw new Problem('2074', invoice.ublVersion);
  if (!invoice.customization) throw new Problem('2073');
  if (invoice.customization !== '2.0') throw new Problem('2072', invoice.customization);
  if (!invoice.type) throw new Problem('1004');
  if (invoice.type !== name.type) throw new Problem('1003', invoice.type);
  if (invoice.ruc !== name.ruc) throw new Problem('1034', invoice.ruc ?? '');
  const [series = '', number = ''] = (invoice.id ?? '').split('-');
  if (series !== name.series) throw new Problem('1035', series);
  if (Number(number) !== name.number) throw new Problem('1036', number);
  const letter = name.type === '01' ? 'F' : 'B';
  if (!new RegExp(`^${letter}[A-Z0-9]{3}-\\d{1,8}$`).test(invoice.id ?? ''))
    throw new Problem('1001', invoice.id ?? '');
}

/** The rejection or the observations of a document. */
export function applyRules(invoice: Invoice, type: string, now: Date): RulesResult {
  const age = daysSince(invoice.issueDate ?? '', now);
  if (Number.isNaN(age) || age < -EARLIEST) return { rejection: '2329', notes: [] };
  if (age > (LATEST[type] ?? 0)) {
    if (type === '03') throw new Problem('1079');
    return { rejection: '2108', notes: [] };
  }
  return type === '01' ? facturaRules(invoice) : boletaRules(invoice);
}

function facturaRules(invoice: Invoice): RulesResult {
  if (!admitsClient(invoice)) return { rejection: '2800', notes: [] };
  if (invoice.clientType === '6' && !/^\d{11}$/.test(invoice.client ?? ''))
    return { rejection: '2017', notes: [] };
  if (!invoice.hasPaymentForm) return { rejection: '3244', notes: [] };
  return { notes: [] };
}

/** Catalogue 06, and the dash of a client without a document. */
const IDENTITIES = new Set('01467ABCDEFGH-');

/** Rule 2800 of facturas: what an operation admits beside a RUC, or in its place. */
function admitsClient({ operation = '', clientType = '', legends }: Invoice): boolean {
  if (/^(020[0-8]|0401)$/.test(operation)) {
    const withoutRuc = /^020[014]$/.test(operation) && !legends.includes('2008');
    return IDENTITIES.has(clientType) && !(withoutRuc && clientType === '6');
  }
  if (operation === '2106') return ['7', 'B', 'G'].includes(clientType);
  return clientType === '6' || (operation === '0112' && clientType === '1');
}

/** Rule 2800 of boletas: operations abroad, of which the row leaves out 0202. */
const ABROAD = /^(020[0134-8]|0401)$/;

function boletaRules(invoice: Invoice): RulesResult {
  if (invoice.clientType === '6' && ABROAD.test(invoice.operation ?? ''))
    return { rejection: '2800', notes: [] };
  if (invoice.clientType === '1' && !/^\d{8}$/.test(invoice.client ?? ''))
    return { notes: [note('4207')] };
  if (invoice.client === '-') return { notes: [note('4208')] };
  return { notes: [] };
}

export const note = (code: string): string => `${code} - ${textOf(code)}`;

/** Whole days from a date to today in Lima, which has no daylight saving time. */
function daysSince(date: string, now: Date): number {
  const today = limaDate(now);
  return (Date.parse(today) - Date.parse(date)) / 86_400_000;
}

export const limaDate = (now: Date): string =>
  new Date(now.getTime() - 5 * 3_600_000).toISOString().slice(0, 10);
