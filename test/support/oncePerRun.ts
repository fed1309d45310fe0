/** Makes what costs CPU and may be shared, such as a key, once for all test files of a run. */
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** @returns the folder, in the temporary folder of the run, that `make` has filled */
export async function oncePerRun(
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = path.join(tmpdir(), `rafaga-shared-${name}`);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(`${folder}-`);
  await make(draft);
  // another worker of Jest may have been first
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return folder;
}
