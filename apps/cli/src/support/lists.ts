/** Searches references, and lists those that make no progress. */
import type { StuckDocument } from '@rafaga/db';
import { peruvianDate } from '@rafaga/fiscal';
import { ENVIRONMENT, plainError, REVIEW, STUCK, stateText, WAITING } from '@rafaga/operations';
import { documentSummaryJson } from '../cards/documentCard.js';
import { scopeOf, withContext } from '../context/commandContext.js';
import { wholeNumber } from '../rules/wholeNumber.js';
import { age, dateTime } from '../terminal/dates.js';
import { Misuse } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import type { SupportFlags } from './target.js';

const MAX_LIMIT = 10_000;

export const search = (flags: SupportFlags, given: string): Promise<CommandResult> => {
  // as the panel's box: what is pasted often has spaces around it
  const text = given.trim();
  if (text === '') throw new Misuse([{ at: 'TEXTO', text: 'falta.' }]);
  const limit = wholeNumber('--limite', flags.limite ?? '50', { most: MAX_LIMIT });
  return withContext(async (context) => {
    const { searchDocuments } = await import('@rafaga/db');
    const found = await searchDocuments(context.db, text, {
      scope: await scopeOf(context.db, flags.ruc),
      limit,
    });
    const rows = found.map((each) => [
      each.reference,
      each.documentId,
      each.ruc,
      `${each.series}-${each.number}`,
      stateText(each),
      ENVIRONMENT[each.environment],
      `${each.currency} ${each.total}`,
      dateTime(each.createdAt),
    ]);
    return {
      json: found.map(documentSummaryJson),
      text:
        found.length > 0
          ? table(
              ['Referencia', 'Id', 'Negocio', 'Número', 'Estado', 'Entorno', 'Total', 'Creado'],
              rows,
            )
          : 'Nada coincide.',
      remarks: found.length > 0 ? [] : [searched(text)],
    };
  });
};

/** A shorter beginning is not searched for: too many references have it. */
const SHORTEST_BEGINNING = 4;

const searched = (text: string): string =>
  text.length < SHORTEST_BEGINNING
    ? 'Escribe más: con menos de 4 letras o números no se busca el comienzo de una referencia ni ' +
      'un documento.'
    : 'Se buscó: el comienzo de una referencia, con sus mayúsculas; número, id, código de ' +
      'solicitud y documento del cliente. De un mes archivado: rafaga archivar buscar REFERENCIA';

export const stuck = (flags: SupportFlags): Promise<CommandResult> => {
  const limit = wholeNumber('--limite', flags.limite ?? '100', { most: MAX_LIMIT });
  return withContext(async (context) => {
    const { listStuckDocuments } = await import('@rafaga/db');
    const all = await listStuckDocuments(context.db, {
      scope: await scopeOf(context.db, flags.ruc),
      limit,
    });
    const rows = all.map((each) => [
      each.reference,
      each.documentId,
      each.ruc,
      `${each.series}-${each.number}`,
      STUCK[each.reason],
      age(each.since),
      each.deadline && peruvianDate(each.deadline),
      explain(each),
    ]);
    return {
      json: all.map(stuckJson),
      text:
        all.length > 0
          ? table(
              ['Referencia', 'Id', 'Negocio', 'Número', 'Qué pasa', 'Hace', 'Vence', 'Por qué'],
              rows,
            )
          : 'Todo avanza: no hay nada detenido.',
      remarks: nextSteps(all),
    };
  });
};

function nextSteps(all: readonly StuckDocument[]): string[] {
  const paused = all.find(({ reason }) => reason === 'paused');
  const steps: string[] = [];
  if (all.some(({ reason }) => reason === 'review'))
    steps.push(
      'Lo que está en revisión se resuelve con: rafaga referencia resolver REFERENCIA ' +
        '--como … --motivo … --persona …, y lo aprueba otra persona',
    );
  if (all.some(({ reason }) => reason === 'untouched'))
    steps.push(
      'Lo que nadie ha tomado espera a un worker: rafaga colas dice si hay alguno en marcha y si ' +
        'la cola está en pausa',
    );
  if (paused)
    steps.push(
      'Un negocio en pausa no envía nada, tampoco lo que se reanude: mira hasta cuándo y corrige ' +
        `su causa: rafaga negocio ver --ruc ${paused.ruc}`,
    );
  return steps;
}

/** The error of a pause is often the reason of the pause. */
const explain = (each: StuckDocument): string =>
  [
    ...new Set([
      each.reviewReason ? REVIEW[each.reviewReason] : each.waitClass && WAITING[each.waitClass],
      each.pauseReason,
      // the authority's text begins with its code
      each.lastError ? plainError(each.lastError) : each.lastCode,
    ]),
  ]
    .filter(Boolean)
    .join(' · ');

const stuckJson = (each: StuckDocument): Record<string, unknown> => ({
  referencia: each.reference,
  id: each.documentId,
  ruc: each.ruc,
  razon_social: each.legalName,
  tipo: each.kind,
  numero_completo: `${each.series}-${each.number}`,
  motivo: STUCK[each.reason],
  desde: each.since,
  intentos: each.attempts,
  siguiente_intento: each.nextAt,
  vence: each.deadline,
  explicacion: explain(each),
});
