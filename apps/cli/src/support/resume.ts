/** Resumes a document that waits or is in review. */
import type { DocumentSummary } from '@rafaga/db';
import { documentJson, readDocument } from '../cards/documentCard.js';
import type { CommandContext } from '../context/commandContext.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { type SupportFlags, withReference } from './target.js';

export const resume = (flags: SupportFlags, key: string): Promise<CommandResult> =>
  withReference(flags, key, async (context, found) => {
    await resumeOpen(context, found, flags.motivo);
    const card = await readDocument(context, found.documentId);
    return {
      json: documentJson(card),
      text:
        `Referencia ${found.reference} reanudada: los workers siguen con ` +
        `${found.series}-${found.number}.`,
      remarks: [
        ...(card.pause === null ? [] : [pauseRemark(card.pause, found.ruc)]),
        `Mira cómo va con: rafaga referencia ver ${found.reference}`,
      ],
    };
  });

const pauseRemark = (pause: string, ruc: string): string =>
  `Por ahora nada se envía: su negocio está en pausa ${pause}. Corrige su causa: ` +
  `rafaga negocio ver --ruc ${ruc}`;

async function resumeOpen(
  context: CommandContext,
  { documentId, reference, emission }: DocumentSummary,
  reason: string | undefined,
): Promise<void> {
  if (!emission)
    throw new Failure(`La referencia ${reference} ya está terminada: no hay nada que reanudar.`);
  if (emission.elsewhere)
    throw new Failure(
      'Es de un ambiente que su negocio dejó: nada la envía ni la consulta desde el de ahora.',
    );
  const { resumeDocument } = await import('@rafaga/db');
  if (!(await resumeDocument(context.db, context.by(reason), documentId)))
    throw new Failure('Un worker la tiene en este momento: espera a que termine.');
}
