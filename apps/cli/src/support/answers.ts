/** Lists SUNAT's answers that are stored as evidence, and opens one. */
import { writeFile } from 'node:fs/promises';
import type { KeptAnswer, WantedAnswer } from '@rafaga/db';
import { type CommandContext, withContext } from '../context/commandContext.js';
import { dateTime } from '../terminal/dates.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { cannot } from '../terminal/systemProblem.js';
import { table } from '../terminal/table.js';

export interface AnswerFlags extends CommonFlags {
  numero?: string;
  guardar?: string;
  motivo?: string;
}

const KIND = { cdr: 'constancia (zip)', text: 'texto' } as const;

export function openEvidence(flags: AnswerFlags, documentId: number): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const { numero, guardar } = flags;
  if (numero !== undefined && !/^[1-9]\d{0,15}$/.test(numero))
    mistakes.add('--numero', 'el que da la lista.');
  if (guardar !== undefined && numero === undefined)
    mistakes.add('--guardar', 'va junto con --numero.');
  mistakes.check();
  return withContext((context) =>
    numero === undefined
      ? list(context, documentId)
      : open(context, flags, { documentId, id: Number(numero) }),
  );
}

async function list({ db }: CommandContext, documentId: number): Promise<CommandResult> {
  const { listAnswers } = await import('@rafaga/db');
  const all = await listAnswers(db, documentId);
  const row = ({ id, createdAt, attempt, kind, bytes }: KeptAnswer) => [
    id,
    dateTime(createdAt),
    attempt,
    KIND[kind],
    bytes,
  ];
  return {
    json: all.map(({ id, createdAt, attempt, kind, bytes }) => ({
      numero: id,
      hora: createdAt,
      intento: attempt,
      tipo: kind,
      bytes,
    })),
    text:
      all.length > 0
        ? table(['Número', 'Hora', 'Intento', 'Qué es', 'Bytes'], all.map(row))
        : 'No hay evidencia guardada de este comprobante.',
    remarks:
      all.length > 0
        ? [`Ábrela con: rafaga documento evidencia ${documentId} --numero ${all[0]?.id}`]
        : [],
  };
}

async function open(
  context: CommandContext,
  { guardar, motivo }: AnswerFlags,
  wanted: WantedAnswer,
): Promise<CommandResult> {
  const { openAnswer, answerText, answerFile } = await import('@rafaga/operations/answers');
  const answer = await openAnswer(
    context.db,
    context.by(motivo),
    await context.vault(['panel']),
    wanted,
  );
  if (answer === 'unknown')
    throw new Failure(`Este comprobante no tiene una evidencia ${wanted.id}.`);
  if (answer === 'sealed')
    throw new Failure(
      'Ninguna de las claves abre esta evidencia, o sus bytes cambiaron. Si la clave ' +
        'maestra cambió, da la anterior.',
    );
  const text = answerText(answer);
  const json = {
    numero: wanted.id,
    tipo: answer.kind,
    sha256: answer.sha256.toString('hex'),
    bytes: answer.bytes,
  };
  if (guardar !== undefined) {
    await writeFile(guardar, answer.content, { flag: 'wx', mode: 0o600 }).catch(
      cannot('escribir', guardar),
    );
    return { json: { ...json, archivo: guardar }, text: `Guardada en ${guardar}.` };
  }
  return {
    json: { ...json, texto: text ?? null, base64: answer.content.toString('base64') },
    text: text ?? `Es un zip: guárdalo con --guardar ${answerFile(answer)}`,
  };
}
