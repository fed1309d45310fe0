/** Renders the record of a document, the `datos` of the answer to a query. */
import {
  CDR_SIGNATURE_WORDS,
  EVIDENCE_WORDS,
  FISCAL_STATES,
  type FiscalResult,
  fiscalResult,
  type Kind,
  limaTimestamp,
  price,
  qrText,
  type Sale,
  type TotalsJson,
} from '@rafaga/fiscal';
import {
  ENVIRONMENTS,
  ISSUED,
  type Notice,
  renderNotices,
  renderWarnings,
  type Warning,
} from './answer.js';
import { CONTRACT } from './contract.js';
import { recordPath } from './documentLink.js';
import type { Fields } from './fields/field.js';
import { lineAmounts, totalInWords } from './printed.js';
import { renderTotals } from './renderTotals.js';

/** A document as stored in the database. */
export interface DocumentRecord {
  id: number;
  /** The environment in which it was issued. */
  environment: keyof typeof ENVIRONMENTS;
  /** Of the business. */
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
  sale: Sale;
  totals: TotalsJson;
  warnings: readonly Warning[] | null;
  reference: { key: string; state: keyof typeof REFERENCE_STATES };
  fiscal: {
    state: keyof typeof FISCAL_STATES;
    code: string | null;
    description: string | null;
    notes: readonly Notice[] | null;
  };
  /**
   * What proves the state; null while it is pending, and for documents settled before it was
   * stored.
   */
  evidence: keyof typeof EVIDENCE_WORDS | null;
  /** The verification of the CDR's signature; null without a CDR, or where it was not verified. */
  cdrSignature: keyof typeof CDR_SIGNATURE_WORDS | null;
  /** DigestValue and the text of the QR, as they were signed; null until then. */
  digest: string | null;
  qr: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

export const REFERENCE_STATES = {
  in_process: 'en_proceso',
  finished: 'finalizada',
  in_review: 'en_revision',
} as const;

export const AWAITED = ['sunat', 'revision'] as const;
type AwaitedWord = (typeof AWAITED)[number];

export function renderRecord(record: DocumentRecord, contract = CONTRACT): object {
  const { kind, series, number, sale, fiscal, reference } = record;
  const priced = price(sale);
  // priced: with the operation that a detracción or a percepción makes of a plain sale
  const shown = contract[kind].recordSale(priced.sale as unknown as Fields);
  const lines = shown.items as object[];
  return {
    id: record.id,
    tipo: kind,
    serie: series,
    correlativo: number,
    numero_completo: `${series}-${number}`,
    ...shown,
    items: priced.lines.map((line, index) => Object.assign(lines[index] ?? {}, lineAmounts(line))),
    totales: renderTotals(record.totals),
    total_en_letras: totalInWords(priced),
    fiscal: {
      estado: FISCAL_STATES[fiscal.state],
      codigo: fiscal.code,
      descripcion: fiscal.description,
      observaciones: renderNotices(fiscal.notes ?? []),
    },
    sustento: record.evidence === null ? null : EVIDENCE_WORDS[record.evidence],
    entorno: ENVIRONMENTS[record.environment],
    advertencias: renderWarnings(record.warnings ?? [], kind),
    referencia: { clave: reference.key, estado: REFERENCE_STATES[reference.state] },
    hash: record.digest,
    qr: record.qr ?? qrText(priced, record.ruc, number),
    firma_cdr: record.cdrSignature && CDR_SIGNATURE_WORDS[record.cdrSignature],
    en_espera_de: awaits(record),
    archivos: archivos(kind, record.id),
    creado_en: limaTimestamp(record.createdAt),
    enviado_en: record.sentAt === null ? null : limaTimestamp(record.sentAt),
  };
}

/** A sale under the names in which a caller sends it: what was read of a request. */
export const renderSale = (sale: Sale, kind: Kind, contract = CONTRACT): Fields => ({
  serie: sale.series,
  ...contract[kind].recordSale(sale as unknown as Fields),
});

/** What the document waits for; null once its state is final. A late CDR may still add to it. */
function awaits({ fiscal, reference }: DocumentRecord): AwaitedWord | null {
  if (fiscal.state !== 'pending') return null;
  return reference.state === 'in_review' ? 'revision' : 'sunat';
}

function archivos(kind: Kind, id: number): Record<'pdf' | 'xml' | 'cdr', string> {
  const base = recordPath(kind, id);
  return { pdf: `${base}/pdf`, xml: `${base}/xml`, cdr: `${base}/cdr` };
}

/** The body of a successful query. */
export const queryBody = (record: DocumentRecord): object => ({
  estado: 'exito',
  mensaje: awaits(record) === 'revision' ? IN_REVIEW : 'Comprobante encontrado.',
  datos: renderRecord(record),
});

/** The body of the 201 of a caller that waited for the decision. */
export const issuedBody = (record: DocumentRecord): object => ({
  estado: 'exito',
  mensaje: issuedMessage(record),
  datos: renderRecord(record),
});

function issuedMessage(record: DocumentRecord): string {
  const { kind, fiscal, evidence, environment } = record;
  if (awaits(record) === 'revision') return IN_REVIEW;
  const result = fiscalResult(fiscal.state, evidence);
  if (result === 'pending') return ISSUED[kind];
  const name = kind === 'boleta' ? 'Boleta' : 'Factura';
  return `${name} registrada y ${DECIDED[result](AUTHORITY[environment])}`;
}

/** What decides about the documents of an environment. */
const AUTHORITY = {
  simulator: 'el simulador',
  beta: 'un ambiente de pruebas (beta)',
  production: 'SUNAT',
} as const satisfies Record<keyof typeof ENVIRONMENTS, string>;

const DECIDED: Record<Exclude<FiscalResult, 'pending'>, (authority: string) => string> = {
  accepted: (authority) => `aceptada por ${authority}.`,
  presumed: () => 'dada por aceptada sin prueba (sustento presumido).',
  accepted_by_persons: () => 'dada por aceptada por decisión de dos personas.',
  rejected: (authority) => `rechazada por ${authority}: datos.fiscal dice por qué.`,
  rejected_by_persons: () =>
    'dada por rechazada por decisión de dos personas: datos.fiscal dice por qué.',
};

const IN_REVIEW =
  'El comprobante está en revisión: una persona decide su estado. No lo esperes en línea ni ' +
  'emitas la venta otra vez; consúltalo más tarde.';
