/** What the file store of the installation says was acknowledged. */
import type { Acknowledgements } from '@rafaga/db';
import type { House } from '../house/house.js';

export async function acknowledgedIn({ env }: House): Promise<Acknowledgements> {
  const [{ openStore, readMarks }, { FILES, filesPlace, readConfig }] = await Promise.all([
    import('@rafaga/storage'),
    import('@rafaga/runtime'),
  ]);
  return readMarks(openStore(filesPlace(readConfig(env, FILES))).notes);
}
