/**
 * Every file that a killed process, or one on a full disk, acknowledged is read back; nothing else
 * is left.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { createFolderStore } from '../folder.js';
import { parseKey } from './location.js';

interface Report {
  objectKey?: string;
  sha256?: string;
  failed?: string;
}

const PUTTER = path.resolve(import.meta.dirname, '../../testing/putter.mjs');

/** Collects the reports of the child, and kills it once there are enough. */
async function reportsOf(
  child: ChildProcess,
  enough: (all: Report[]) => boolean,
): Promise<Report[]> {
  const all: Report[] = [];
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    // the last line may be incomplete
    if (line.endsWith('}')) all.push(JSON.parse(line));
    if (enough(all) && !child.killed) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return all;
}

/** Reads every acknowledged file by another store. */
async function allThere(root: string, all: Report[]): Promise<void> {
  const store = createFolderStore(root);
  for (const { objectKey, sha256 } of all) {
    if (objectKey && sha256) await store.get(objectKey, Buffer.from(sha256, 'hex'));
  }
}

const acknowledged = (all: Report[]) => all.filter(({ objectKey }) => objectKey).length;

test('every file that a killed process acknowledged is read back', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-crash-'));
  const all: Report[] = [];
  for (let life = 1; life <= 5; life++) {
    const child = spawn(process.execPath, [PUTTER, root, `life-${life}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    all.push(...(await reportsOf(child, (lines) => acknowledged(lines) >= life * 40)));
    await allThere(root, all);
  }
  expect(acknowledged(all)).toBe(all.length);
  const names = all.map(({ objectKey }) => parseKey(objectKey ?? '')?.pack);
  expect(new Set(names).size).toBe(5);
  await rm(root, { recursive: true });
});

/** @param blocks how long a file may be, in blocks of 512 or of 1,024 bytes */
function limited(blocks: number, root: string): ChildProcess {
  const script = `ulimit -f ${blocks}; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', script, process.execPath, PUTTER, root, 'limited'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('on a full disk no file is lost, and later files go to another pack', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-limit-'));
  // the write that reaches the limit is partial, the next one fails
  const child = limited(200, root);
  const all = await reportsOf(
    child,
    (lines) =>
      lines.filter(({ failed }) => failed).length > 20 && lines.at(-1)?.objectKey !== undefined,
  );
  const failures = new Set(all.flatMap(({ failed }) => failed ?? []));
  expect(
    [...failures].every((reason) => reason === 'EFBIG' || /^only \d+ of \d+ bytes/.test(reason)),
  ).toBe(true);
  await allThere(root, all);
  const packs = new Set(
    all.flatMap(({ objectKey }) => (objectKey ? [parseKey(objectKey)?.pack] : [])),
  );
  expect(packs.size).toBeGreaterThan(2);
  await rm(root, { recursive: true });
});

test('without any space, repeated attempts leave no files', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-limit-'));
  const all = await reportsOf(limited(0, root), (lines) => lines.length > 100);
  expect(acknowledged(all)).toBe(0);
  // the file of the attempt that was killed
  expect(
    readdirSync(path.join(root, 'packs'), { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    ).length,
  ).toBeLessThan(2);
  await rm(root, { recursive: true });
});
