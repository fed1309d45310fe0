/** Tests restarts, stops and failed starts of a managed process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '../../../test/support/waitFor.js';
import { ManagedProcess } from './managedProcess.mjs';

let folder;
let managed;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-managed-'));
});
afterEach(async () => {
  await managed.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a script, ready at once; `launched` holds every child that it was started as. */
function aProcess(script) {
  const launched = [];
  const log = path.join(folder, 'script.log');
  managed = new ManagedProcess({
    name: 'El programa',
    log,
    launch: (descriptor) => {
      const stdio = /** @type {const} */ (['ignore', descriptor, descriptor]);
      const child = spawn(process.execPath, ['-e', script], { stdio: [...stdio] });
      launched.push(child);
      return child;
    },
    ready: async () => readFileSync(log, 'utf8').includes('up'),
  });
  return launched;
}

const FOREVER = 'console.log("up"); setInterval(() => {}, 1e6)';

test('a process that is killed is started again', async () => {
  const launched = aProcess(FOREVER);
  await managed.start();
  launched[0].kill('SIGKILL');
  await waitFor('the second start', () => launched.length === 2);
  expect(launched[1].pid).not.toBe(launched[0].pid);
});

test('a process that was stopped stays stopped', async () => {
  const launched = aProcess(FOREVER);
  await managed.start();
  await managed.stop();
  expect([launched.length, launched[0].signalCode]).toEqual([1, 'SIGTERM']);
});

test('a process that never gets ready fails after three tries, with its last lines', async () => {
  const launched = aProcess('console.log("no disk"); process.exit(1)');
  await expect(managed.start()).rejects.toThrow(
    /El programa no arrancó \(salida 1\):\n {2}no disk/,
  );
  expect(launched).toHaveLength(3);
});

test('the last lines of a log steer no terminal', async () => {
  aProcess('console.log("a\\x1b[2J\\r\\u009b1A\\u202eb\\nc"); process.exit(2)');
  const lines = ['a\ufffd[2J\ufffd\ufffd1A\ufffdb', 'c'];
  await expect(managed.start()).rejects.toMatchObject({ lines });
});

test('a process with a wrong setting is not tried again', async () => {
  const launched = aProcess('console.log("API_PORT está mal"); process.exit(2)');
  await expect(managed.start()).rejects.toMatchObject({ code: 2, lines: ['API_PORT está mal'] });
  expect(launched).toHaveLength(1);
});

test('a large log is renamed at a start', async () => {
  const log = path.join(folder, 'script.log');
  writeFileSync(log, Buffer.alloc(17 * 1024 * 1024, 'x'));
  aProcess(FOREVER);
  await managed.start();
  expect(readFileSync(`${log}.1`)).toHaveLength(17 * 1024 * 1024);
  expect(readFileSync(log, 'utf8').trim()).toBe('up');
});
