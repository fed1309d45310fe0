/** Searches references, and lists those that make no progress. */
import type { StuckDocument } from '@rafaga/db';
import { ENVIRONMENT, REVIEW, STUCK, stateText, WAITING, withoutKeys } from '@rafaga/operations';
import { documentSummaryJson } from '../cards/documentCard.js';
import { withContext } from '../context/commandContext.js';
import { wholeNumber } from '../rules/wholeNumber.js';
import { age, dateTime } from '../terminal/dates.js';
import type { CommandResult } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import { filterOf, type SupportFlags } from './target.js';

const MAX_LIMIT = 10_000;

export const search = (flags: SupportFlags, text: string): Promise<CommandResult> => {
  const limit = wholeNumber('--limite', flags.limite ?? '50', { most: MAX_LIMIT });
  return withContext(async (context) => {
    const { searchDocuments } = await import('@rafaga/db');
    const found = await searchDocuments(context.db, text, {
      ...(await filterOf(context, flags)),
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
    };
  });
};

export const stuck = (flags: SupportFlags): Promise<CommandResult> => {
  const limit = wholeNumber('--limite', flags.limite ?? '100', { most: MAX_LIMIT });
  return withContext(async (context) => {
    const { listStuckDocuments } = await import('@rafaga/db');
    const all = await listStuckDocuments(context.db, {
      ...(await filterOf(context, flags)),
      limit,
    });
    const rows = all.map((each) => [
      each.reference,
      each.documentId,
      each.ruc,
      `${each.series}-${each.number}`,
      STUCK[each.reason],
      age(each.since),
      each.deadline,
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
      remarks: all.some(({ reason }) => reason === 'review')
        ? [
            'Lo que está en revisión se resuelve con: rafaga referencia resolver CLAVE ' +
              '--como … --motivo … --persona …, y lo aprueba otra persona',
          ]
        : [],
    };
  });
};

const explain = (each: StuckDocument): string =>
  [
    each.reviewReason ? REVIEW[each.reviewReason] : each.waitClass && WAITING[each.waitClass],
    each.pauseReason,
    // the authority's text begins with its code
    each.lastError ? withoutKeys(each.lastError) : each.lastCode,
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
