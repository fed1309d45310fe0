/** A document as the CLI prints it, with its state and history: as text and as JSON. */
import type { Compared, DocumentSummary, StoredDocument, TimelineRow } from '@rafaga/db';
import { peruvianDate } from '@rafaga/fiscal';
import {
  type ComparedRow,
  comparedRows,
  comparedWord,
  detailOf,
  ENVIRONMENT,
  ENVIRONMENT_WORD,
  EVIDENCE,
  KIND,
  plainError,
  REVIEW,
  SIGNATURE,
  STAGE,
  STEP,
  stateOf,
  stateText,
  WAITING,
  withoutKeys,
} from '@rafaga/operations';
import { businessOf, type CommandContext } from '../context/commandContext.js';
import { dateTime } from '../terminal/dates.js';
import { Failure } from '../terminal/failure.js';
import { paint } from '../terminal/paint.js';
import { facts, table } from '../terminal/table.js';
import { pauseText } from './businessCard.js';

export interface DocumentCard {
  document: StoredDocument;
  found: DocumentSummary;
  history: readonly TimelineRow[];
  /** Number of SUNAT's answers that are stored as evidence. */
  evidence: number;
  /** Until when its business sends nothing, and why; null when it sends. */
  pause: string | null;
}

export async function readDocument({ db }: CommandContext, id: number): Promise<DocumentCard> {
  const { listAnswers, openDocument, findSummary, timeline } = await import('@rafaga/db');
  const [document, found, history, answers] = await Promise.all([
    openDocument(db, id),
    findSummary(db, id),
    timeline(db, id),
    listAnswers(db, id),
  ]);
  if (!document || !found)
    throw new Failure(
      `No hay un comprobante con el id ${id}. Búscalo con: rafaga referencia buscar TEXTO`,
    );
  const pause = found.emission ? pauseText(await businessOf(db, found.ruc)) : null;
  return { document, found, history, evidence: answers.length, pause };
}

export function documentJson({
  document,
  found,
  history,
  evidence,
}: DocumentCard): Record<string, unknown> {
  const { outcome } = document;
  return {
    ...documentSummaryJson(found),
    fecha_emision: document.issueDate,
    cliente: {
      tipo_doc: document.client.documentType,
      num_doc: document.client.document,
      razon_social: document.client.name,
    },
    observaciones: (outcome?.notes ?? []).map(({ code, text }) => ({ codigo: code, texto: text })),
    hash: outcome?.signature?.digest ?? null,
    qr: outcome?.signature?.qr ?? null,
    firmado_en: outcome?.signature?.at ?? null,
    enviado_en: outcome?.sentAt ?? null,
    resuelto_en: outcome?.settledAt ?? null,
    archivos: document.files.map(({ kind, bytes, sha256 }) => ({
      archivo: kind,
      bytes,
      sha256: sha256.toString('hex'),
    })),
    firma_cdr: outcome?.cdrSignature ? SIGNATURE[outcome.cdrSignature].word : null,
    evidencias: evidence,
    historia: history.map(stepJson),
  };
}

export const documentSummaryJson = (found: DocumentSummary): Record<string, unknown> => ({
  id: found.documentId,
  ruc: found.ruc,
  tipo: found.kind,
  numero_completo: `${found.series}-${found.number}`,
  entorno: ENVIRONMENT_WORD[found.environment],
  estado: stateOf(found),
  sustento: found.evidence && EVIDENCE[found.evidence],
  codigo: found.code,
  descripcion: found.description,
  referencia: {
    clave: found.reference,
    estado: found.referenceState === 'review' ? 'en_revision' : 'finalizada',
  },
  total: found.total,
  tipo_moneda: found.currency,
  creado_en: found.createdAt,
  pendiente: found.emission && {
    etapa: STAGE[found.emission.stage],
    intentos: found.emission.attempts,
    envios: found.emission.sends,
    en_manos_de_un_worker: found.emission.held,
    siguiente_intento: found.emission.nextAt,
    espera:
      found.emission.stage !== 'review' && found.emission.waitClass
        ? WAITING[found.emission.waitClass]
        : null,
    ultimo_codigo: found.emission.lastCode,
    ultimo_error: found.emission.lastError && withoutKeys(found.emission.lastError),
    comparado: found.emission.compared && comparedJson(found.emission.compared),
    motivo_de_revision: found.emission.reviewReason && REVIEW[found.emission.reviewReason],
    vence: found.emission.deadline,
  },
});

const stepJson = (row: TimelineRow): Record<string, unknown> => ({
  hora: row.at,
  intento: row.attempt,
  paso: STEP[row.step],
  codigo: row.code,
  detalle: detailOf(row),
  ms: row.tookMs,
  proceso: row.worker,
});

export function documentText(card: DocumentCard): string {
  const { document, found, history, evidence, pause } = card;
  const { client, outcome } = document;
  const open = found.emission;
  const top = facts([
    [KIND[found.kind], `${found.series}-${found.number}`],
    ['Id', found.documentId],
    ['Negocio', found.ruc],
    ['Entorno', ENVIRONMENT[found.environment]],
    ['Estado', [stateText(found), found.code, found.description].filter(Boolean).join(' · ')],
    ['En qué se apoya', found.evidence && EVIDENCE[found.evidence]],
    ['Observaciones', outcome?.notes.map(({ code, text }) => `${code} ${text}`).join(' | ')],
    [
      'Referencia',
      `${found.reference} (${found.referenceState === 'review' ? 'en revisión' : 'finalizada'})`,
    ],
    ['Cliente', `${client.document} ${client.name}`],
    ['Total', `${found.currency} ${found.total}`],
    ['Creado', dateTime(document.createdAt)],
    ['Hash', outcome?.signature?.digest],
    ['Archivos', document.files.map(({ kind }) => kind).join(', ')],
    ['Firma del CDR', outcome?.cdrSignature && SIGNATURE[outcome.cdrSignature].text],
    [
      'Evidencia',
      evidence > 0 ? `${evidence}; ábrela con: rafaga documento evidencia ${document.id}` : null,
    ],
    ['Etapa', open && STAGE[open.stage]],
    ['Motivo', open?.reviewReason && REVIEW[open.reviewReason]],
    [
      'Espera',
      open?.waitClass && open.stage !== 'review'
        ? [WAITING[open.waitClass], open.nextAt > new Date() && `sigue ${dateTime(open.nextAt)}`]
            .filter(Boolean)
            .join('; ')
        : null,
    ],
    ['Negocio en pausa', pause],
    ['Último error', open?.lastError ? plainError(open.lastError) : open?.lastCode],
    ['Vence', open && peruvianDate(open.deadline)],
  ]);
  const sides = open?.compared ? `\n\n${comparedText(open.compared)}` : '';
  return `${top}${sides}\n\n${paint('bold', 'Historia')}\n${historyText(history)}`;
}

/** A table of each value that we sent and the one that SUNAT shows. */
const comparedText = (compared: Compared): string =>
  table(
    ['Dato', 'Lo que enviamos', 'Lo que SUNAT dice', '¿Coincide?'],
    comparedRows(compared).map((row) => [
      ...[row.label, row.ours || '—', row.theirs || 'no lo muestra'],
      markOf(row),
    ]),
  );

/** In capitals where the two sides do not agree. */
function markOf(row: ComparedRow): string {
  const word = comparedWord(row) ?? '';
  return row.same === false ? word.toUpperCase() : word;
}

const comparedJson = (compared: Compared) =>
  comparedRows(compared).map(({ label, ours, theirs, same }) => ({
    dato: label,
    enviamos: ours || null,
    sunat: theirs || null,
    coincide: same ?? null,
  }));

const historyText = (history: readonly TimelineRow[]): string =>
  history.length === 0
    ? 'Ningún worker lo ha tomado todavía.'
    : table(
        ['Hora', 'Intento', 'Paso', 'Código', 'ms', 'Detalle'],
        history.map((row) => [
          dateTime(row.at),
          row.attempt,
          STEP[row.step],
          row.code,
          row.tookMs,
          detailOf(row),
        ]),
      );
