/** Writes a JSON file atomically, readable only by its owner. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

export function writeWhole(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  const descriptor = openSync(draft, 'w', 0o600);
  writeSync(descriptor, `${JSON.stringify(value, null, 2)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(draft, file);
}
