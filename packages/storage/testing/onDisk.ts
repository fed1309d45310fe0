/** Locates and changes the bytes of a stored file in a folder, for tests of damage. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { parseKey } from '../src/packs/location.js';

export function onDisk(
  root: string,
  key: string,
): { file: string; offset: number; length: number } {
  const place = parseKey(key);
  if (!place) throw new Error(`${key} is not in a pack`);
  return { file: path.join(root, place.pack), offset: place.offset, length: place.length };
}

/** Overwrites the end of a file in a pack. */
export async function spoil(root: string, key: string, content: Buffer): Promise<void> {
  const { file, offset, length } = onDisk(root, key);
  const handle = await open(file, 'r+');
  await handle.write(content, 0, content.length, offset + length - content.length);
  await handle.close();
}
