/** Reads what was acknowledged from the marks in the file store. */
import type { ReadAcknowledgements } from '@rafaga/db';
import type { CommandContext } from '../context/commandContext.js';

export async function acknowledgedIn({ env }: CommandContext): Promise<ReadAcknowledgements> {
  const [{ openStore, readMarks }, { STORE_VARIABLES, storeConfig, readConfig }] =
    await Promise.all([import('@rafaga/storage'), import('@rafaga/runtime')]);
  return readMarks(openStore(storeConfig(readConfig(env, STORE_VARIABLES))).mutable);
}
