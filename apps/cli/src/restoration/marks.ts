/** Reads what was acknowledged from the marks in the file store. */
import type { ReadAcknowledgements } from '@rafaga/db';
import type { CommandContext } from '../context/commandContext.js';
import { fileStore } from '../context/fileStore.js';

export async function acknowledgedIn(context: CommandContext): Promise<ReadAcknowledgements> {
  const { readMarks } = await import('@rafaga/storage');
  return readMarks((await fileStore(context)).mutable);
}
