/** Opens the file store of the installation for a command. */
import type { KeepDecision } from '@rafaga/db';
import type { FileStore } from '@rafaga/storage';
import type { CommandContext } from './commandContext.js';

type Env = Pick<CommandContext, 'env'>;

export async function fileStore({ env }: Env): Promise<FileStore> {
  const [{ openStore }, { STORE_VARIABLES, storeConfig, readConfig }] = await Promise.all([
    import('@rafaga/storage'),
    import('@rafaga/runtime'),
  ]);
  return openStore(storeConfig(readConfig(env, STORE_VARIABLES)));
}

/** Stores a decision of two persons beside the database. */
export const keepDecision =
  (context: Env): KeepDecision =>
  async (decision) => {
    const { decisionKeeper } = await import('@rafaga/storage');
    await decisionKeeper(await fileStore(context))(decision);
  };
