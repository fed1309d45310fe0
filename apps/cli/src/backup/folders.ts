/** Folders of a backup: made, measured and copied for the account that runs PostgreSQL. */
import { chownSync, mkdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { runProgram, serverAccount } from './programs.js';

/** Makes it, and those above it that are missing. */
export function makeOwnFolder(folder: string): void {
  const whole = path.resolve(folder);
  const first = mkdirSync(whole, { recursive: true, mode: 0o700 }) ?? whole;
  const { uid, gid } = serverAccount();
  if (uid === undefined || gid === undefined) return;
  for (let each = whole; each.length >= first.length; each = path.dirname(each))
    chownSync(each, uid, gid);
}

export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    bytes += entry.isDirectory() ? await folderBytes(inside) : (await stat(inside)).size;
  }
  return bytes;
}

/** Copies what is in a folder into another one, with its owners, modes and times. */
export async function copyInto(from: string, to: string): Promise<void> {
  await runProgram('cp', ['-Rp', `${from}/.`, to]);
}
