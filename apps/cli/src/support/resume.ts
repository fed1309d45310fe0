/** Resumes a document in review, or has a worker query the authority about it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentSummary } from '@rafaga/db';
import { stateText } from '@rafaga/operations';
import {
  documentJson,
  documentSummaryJson,
  historyText,
  readDocument,
  stepJson,
} from '../cards/documentCard.js';
import type { CommandContext } from '../context/commandContext.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { documentResult, positive, type SupportFlags, withReference } from './target.js';

export const ASK_WITHIN_SECONDS = 30;

export const resume = (flags: SupportFlags, key: string): Promise<CommandResult> =>
  withReference(flags, key, async (context, found) => {
    await resumeOpen(context, found, flags.motivo);
    const card = await readDocument(context, found.documentId);
    return {
      json: documentJson(card),
      text:
        `Referencia ${found.key} reanudada: los workers siguen con ` +
        `${found.series}-${found.number}.`,
      remarks: [`Mira cómo va con: rafaga referencia ver ${found.key}`],
    };
  });

/**
 * Makes the document due now and waits for the end of its next attempt: a worker queries the
 * authority before it sends again a document that may have arrived.
 */
export const ask = (flags: SupportFlags, key: string): Promise<CommandResult> => {
  const seconds = positive('--espera', flags.espera, ASK_WITHIN_SECONDS, 600);
  return withReference(flags, key, async (context, found) => {
    const before = await readDocument(context, found.documentId);
    if (!found.emission) return documentResult(context, found.documentId);
    if (found.emission.sends === 0)
      throw new Failure(
        'Nunca fue enviada a SUNAT, así que no hay qué preguntar. Sigue con: rafaga ' +
          'referencia reanudar',
      );
    const { whyNotAskable } = await import('@rafaga/operations/business');
    const why = await whyNotAskable(context.db, found);
    if (why)
      throw new Failure(
        `A SUNAT no se le puede preguntar por este comprobante: ${why} ` +
          'Reanudarla puede volver a enviar los mismos bytes: rafaga referencia reanudar',
      );
    // a worker that holds the lease is querying already
    if (!found.emission.held) await resumeOpen(context, found, 'consulta de soporte');
    const after = await awaitAttempt(context, found.documentId, before.history.length, seconds);
    const steps = after.history.slice(before.history.length);
    if (!steps.some(({ step }) => step !== 'resumed'))
      throw new Failure(
        `Ningún worker dijo nada en ${seconds} s: mira si están en marcha con: rafaga colas`,
      );
    const { found: now } = after;
    const state = [stateText(now), now.code, now.description];
    return {
      json: { ...documentSummaryJson(now), consulta: steps.map(stepJson) },
      text: `${historyText(steps)}\n\nEstado: ${state.filter(Boolean).join(' · ')}`,
    };
  });
};

/** Waits until an attempt ends: settled, in review, or waiting again; at most `seconds`. */
async function awaitAttempt(
  context: CommandContext,
  id: number,
  known: number,
  seconds: number,
): ReturnType<typeof readDocument> {
  for (const until = Date.now() + seconds * 1_000; ; ) {
    const card = await readDocument(context, id);
    const ended = card.history
      .slice(known)
      .some(({ step }) => ['accepted', 'rejected', 'review', 'waiting'].includes(step));
    if (ended || Date.now() > until) return card;
    await sleep(250);
  }
}

async function resumeOpen(
  context: CommandContext,
  { documentId, key, emission }: DocumentSummary,
  reason: string | undefined,
): Promise<void> {
  if (!emission)
    throw new Failure(`La referencia ${key} ya está terminada: no hay nada que reanudar.`);
  if (emission.elsewhere)
    throw new Failure(
      'Es de un ambiente que su negocio dejó: nada la envía ni la consulta desde el de ahora.',
    );
  const { resumeDocument } = await import('@rafaga/db');
  if (!(await resumeDocument(context.db, context.by(reason), documentId)))
    throw new Failure('Un worker la tiene en este momento: espera a que termine.');
}
