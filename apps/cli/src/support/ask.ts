/** Has a worker ask the authority about a document, and shows the answer. It sends nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentSummary, Inquiry, InquiryAnswer } from '@rafaga/db';
import { INQUIRY, isWorthAsking, stateText } from '@rafaga/operations';
import { documentSummaryJson, readDocument } from '../cards/documentCard.js';
import type { CommandContext } from '../context/commandContext.js';
import { wholeNumber } from '../rules/wholeNumber.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { type SupportFlags, withReference } from './target.js';

export const ASK_WITHIN_SECONDS = 30;

type Answered = Inquiry & { result: NonNullable<Inquiry['result']> };

export const ask = (flags: SupportFlags, key: string): Promise<CommandResult> => {
  const seconds = wholeNumber('--espera', flags.espera ?? String(ASK_WITHIN_SECONDS), {
    most: 600,
  });
  return withReference(flags, key, async (context, found) => {
    await refuseUnaskable(context, found);
    const { result } = await answerTo(context, found, seconds);
    const { found: now } = await readDocument(context, found.documentId);
    const state = [stateText(now), now.code, now.description].filter(Boolean).join(' · ');
    return {
      json: {
        ...documentSummaryJson(now),
        consulta: { resultado: INQUIRY[result.outcome], respuestas: result.answers.map(toJson) },
      },
      text: [
        INQUIRY[result.outcome],
        ...result.answers.map(({ service, said }) => `  ${service}: ${said}`),
        '',
        `Estado: ${state}. Consultar no envió nada.`,
      ].join('\n'),
    };
  });
};

async function refuseUnaskable(context: CommandContext, found: DocumentSummary): Promise<void> {
  if (!isWorthAsking(found))
    throw new Failure(
      'Nunca fue enviada a SUNAT, así que no hay qué preguntar. Sigue con: ' +
        `rafaga referencia reanudar ${found.reference}`,
    );
  const { reasonNotAskable } = await import('@rafaga/operations/business');
  const reason = await reasonNotAskable(context.db, found);
  if (reason)
    throw new Failure(
      `A SUNAT no se le puede preguntar por este comprobante: ${reason} ` +
        'Reanudarla puede volver a enviar el mismo archivo: ' +
        `rafaga referencia reanudar ${found.reference}`,
    );
}

/** @throws Failure when no worker answered within `seconds`, or when its month is closed */
async function answerTo(
  context: CommandContext,
  found: DocumentSummary,
  seconds: number,
): Promise<Answered> {
  const { requestInquiry, findInquiry } = await import('@rafaga/db');
  const before = await findInquiry(context.db, found.documentId);
  const known = before?.result ? before.id : 0;
  if (!(await requestInquiry(context.db, context.by(), found)))
    throw new Failure('Su mes se está archivando: ya no se consulta a SUNAT por sus comprobantes.');
  for (const until = Date.now() + seconds * 1_000; Date.now() < until; await sleep(250)) {
    const inquiry = await findInquiry(context.db, found.documentId);
    if (inquiry?.result && inquiry.id > known) return { ...inquiry, result: inquiry.result };
  }
  throw new Failure(
    `Ningún worker dijo nada en ${seconds} s: mira si están en marcha con: rafaga colas`,
  );
}

const toJson = ({ service, said, code, tookMs }: InquiryAnswer) => ({
  servicio: service,
  dice: said,
  codigo: code ?? null,
  duracion_ms: tookMs,
});
