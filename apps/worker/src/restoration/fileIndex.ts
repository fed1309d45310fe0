/** Lists the signed files and the CDRs in the store since a day, by document id. */
import type { FileStore } from '@rafaga/storage';

export interface KeptKeys {
  /** The issuer's RUC, from the name of the file. */
  ruc: string;
  /** The result of `documentName`. */
  name: string;
  /** The key of the signed ZIP; if there are several, of the newest. */
  zip?: string;
  cdr?: string;
}

/** Example: 20123456786/2026-11-21/4711-R-20123456786-03-B001-5.zip */
const NAME = /^(\d{11})\/[^/]+\/(\d{1,16})-(R-)?(\d{11}-\d{2}-[A-Z0-9]{4}-\d{1,8})\.zip$/;

export async function indexFiles(
  files: FileStore,
  from: Date,
  rucs: readonly string[],
): Promise<Map<number, KeptKeys>> {
  const index = new Map<number, KeptKeys>();
  for await (const { name, objectKey } of files.list(from, rucs)) {
    const [, ruc, id, answer, document] = NAME.exec(name) ?? [];
    if (ruc === undefined || id === undefined || document === undefined) continue;
    const known = index.get(Number(id)) ?? { ruc, name: document };
    index.set(Number(id), { ...known, ...(answer ? { cdr: objectKey } : { zip: objectKey }) });
  }
  return index;
}
