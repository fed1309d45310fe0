/** Tests restarts, stops and failed starts of a managed process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '../../test/support/waitFor.js';
import { keepRunning, untilAnswered } from './managedProcess.mjs';
import { supervised } from './supervisor.mjs';
import { UserError } from './userError.mjs';

let folder;
let launched;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-managed-'));
  launched = [];
});
afterEach(async () => {
  // one whose end is heard of in the run of the next test would be started again there
  const isOver = (child) => child.exitCode !== null || child.signalCode !== null;
  await waitFor('the end of each', () => launched.every(isOver));
  rmSync(folder, { recursive: true });
});

/** Keeps a script running in a run of its own; `launched` holds each child that it was. */
const kept = (script, work = async () => undefined) =>
  supervised(folder, async () => {
    const log = path.join(folder, 'script.log');
    await keepRunning({
      name: 'El programa',
      log,
      launch: (descriptor) => {
        const stdio = /** @type {const} */ (['ignore', descriptor, descriptor]);
        const child = spawn(process.execPath, ['-e', script], { stdio: [...stdio] });
        launched.push(child);
        return child;
      },
      ready: untilAnswered(async () => expect(readFileSync(log, 'utf8')).toContain('up')),
    });
    await work();
  });

const FOREVER = 'console.log("up"); setInterval(() => {}, 1e6)';

test('a process that is killed is started again', async () => {
  await kept(FOREVER, async () => {
    launched[0].kill('SIGKILL');
    await waitFor('the second start', () => launched.length === 2);
  });
  expect(launched[1].pid).not.toBe(launched[0].pid);
});

test('a process is stopped at the end of the run, and stays stopped', async () => {
  await kept(FOREVER);
  await waitFor('its end', () => launched[0].signalCode !== null);
  expect([launched.length, launched[0].signalCode]).toEqual([1, 'SIGTERM']);
});

test('a process that ends before it is ready is an error with its last lines', async () => {
  const failed = kept('console.log("no disk"); process.exit(1)');
  await expect(failed).rejects.toThrow(
    new UserError('El programa no arrancó (salida 1):\n  no disk'),
  );
  expect(launched).toHaveLength(1);
});

test('the last lines have the first one of an error of Node', async () => {
  await expect(kept('require("./absent.js")')).rejects.toThrow("Cannot find module './absent.js'");
});

test('the last lines of a log steer no terminal', async () => {
  const failed = kept('console.log("a\\x1b[2J\\r\\u009b1A\\u202eb\\nc"); process.exit(2)');
  await expect(failed).rejects.toThrow('a\ufffd[2J\ufffd\ufffd1A\ufffdb\n  c');
});

test('the log of the run before is kept beside the new one', async () => {
  const log = path.join(folder, 'script.log');
  writeFileSync(log, 'earlier');
  await kept(FOREVER);
  expect(readFileSync(`${log}.1`, 'utf8')).toBe('earlier');
  expect(readFileSync(log, 'utf8').trim()).toBe('up');
});
