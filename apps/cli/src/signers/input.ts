/** Reads the options, days and files of the `firmante` commands. */
import { isCalendarDate, limaInstant } from '@rafaga/fiscal';
import { Failure, type Mistakes } from '../terminal/failure.js';
import type { CommonFlags } from '../terminal/print.js';
import { readNamed } from '../terminal/readNamed.js';
import { cannot } from '../terminal/systemProblem.js';

export interface SignerFlags extends CommonFlags {
  autoridad?: string;
  fuente?: string;
  desde?: string;
  hasta?: string;
  rota?: string;
  desconocida?: string;
  ausente?: string;
}

export async function authorityIn({ autoridad }: SignerFlags, mistakes: Mistakes): Promise<string> {
  const { authorityOf } = await import('@rafaga/operations/cdr');
  const found = autoridad === undefined ? undefined : authorityOf(autoridad);
  return mistakes.required(
    '--autoridad',
    found,
    'produccion, beta, simulador, o la dirección del billService de un OSE.',
  );
}

/** The given time of a day in Lima. */
export function dayIn(
  at: string,
  text: string | undefined,
  time: string,
  mistakes: Mistakes,
): Date | undefined {
  if (text === undefined) return undefined;
  if (isCalendarDate(text)) return limaInstant(text, time);
  mistakes.add(at, 'un día, como 2026-11-21.');
  return undefined;
}

/** Reads the file and gives it to `understand`; a Failure tells why it cannot be used. */
export async function readSignerFile<T>(path: string, understand: (file: Buffer) => T): Promise<T> {
  const { CdrFileProblem } = await import('@rafaga/operations/cdr');
  const file = await readNamed(path).catch(cannot('leer', path));
  try {
    return understand(file);
  } catch (error) {
    throw error instanceof CdrFileProblem ? new Failure(error.message) : error;
  }
}
