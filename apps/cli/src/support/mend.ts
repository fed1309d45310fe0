/** What support does about a document: lets it go on, or has the authority asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FoundReference } from '@rafaga/db';
import { stateText } from '@rafaga/operations';
import {
  documentJson,
  foundJson,
  historyText,
  readDocument,
  stepJson,
} from '../house/documentCard.js';
import type { House } from '../house/house.js';
import { Failure } from '../terminal/failure.js';
import type { Shown } from '../terminal/show.js';
import { cardOf, positive, type SupportFlags, withReference } from './target.js';

export const PATIENCE_SECONDS = 30;

export const resume = (flags: SupportFlags, key: string): Promise<Shown> =>
  withReference(flags, key, async (house, found) => {
    await takeUp(house, found, flags.motivo);
    const card = await readDocument(house, found.documentId);
    return {
      json: documentJson(card),
      text:
        `Referencia ${found.key} reanudada: los workers siguen con ` +
        `${found.series}-${found.number}.`,
      remarks: [`Mira cómo va con: rafaga referencia ver ${found.key}`],
    };
  });

/**
 * The workers ask first for what may have been sent: this sets them to it at once, and waits for
 * what they hear.
 */
export const ask = (flags: SupportFlags, key: string): Promise<Shown> => {
  const seconds = positive('--espera', flags.espera, PATIENCE_SECONDS, 600);
  return withReference(flags, key, async (house, found) => {
    const before = await readDocument(house, found.documentId);
    if (!found.open) return cardOf(house, found.documentId);
    if (found.open.sends === 0)
      throw new Failure(
        'Nunca fue enviada a SUNAT, así que no hay qué preguntar. Sigue con: rafaga ' +
          'referencia reanudar',
      );
    const { askable } = await import('@rafaga/operations/business');
    if (!(await askable(house.db, found)))
      throw new Failure(
        'A SUNAT no se le puede preguntar por este comprobante: faltan credenciales de ' +
          'Consulta Integrada. ' +
          'Reanudarla puede volver a enviar los mismos bytes: rafaga referencia reanudar',
      );
    // a worker that has it now is at it already
    if (!found.open.held) await takeUp(house, found, 'consulta de soporte');
    const after = await hear(house, found.documentId, before.history.length, seconds);
    const heard = after.history.slice(before.history.length);
    if (!heard.some(({ step }) => step !== 'resumed'))
      throw new Failure(
        `Ningún worker dijo nada en ${seconds} s: mira si están en marcha con: rafaga colas`,
      );
    return {
      json: { ...foundJson(after.found), consulta: heard.map(stepJson) },
      text: `${historyText(heard)}\n\nEstado: ${[stateText(after.found), after.found.code, after.found.description].filter(Boolean).join(' · ')}`,
    };
  });
};

/** Until the attempt that follows has come to an end: settled, in review, or waiting again. */
async function hear(
  house: House,
  id: number,
  known: number,
  seconds: number,
): ReturnType<typeof readDocument> {
  for (const until = Date.now() + seconds * 1_000; ; ) {
    const card = await readDocument(house, id);
    const ended = card.history
      .slice(known)
      .some(({ step }) => ['accepted', 'rejected', 'review', 'waiting'].includes(step));
    if (ended || Date.now() > until) return card;
    await sleep(250);
  }
}

async function takeUp(
  house: House,
  { documentId, key, open }: FoundReference,
  reason: string | undefined,
): Promise<void> {
  if (!open) throw new Failure(`La referencia ${key} ya está terminada: no hay nada que reanudar.`);
  if (open.elsewhere)
    throw new Failure(
      'Es de un ambiente que su negocio dejó: nada la envía ni la consulta desde el de ahora.',
    );
  const { resumeDocument } = await import('@rafaga/db');
  if (!(await resumeDocument(house.db, house.by(reason), documentId)))
    throw new Failure('Un worker la tiene en este momento: espera a que termine.');
}
