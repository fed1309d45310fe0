/** The simulator runs and stops as a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { programOf } from '../support/programs.mjs';

function start(env: Record<string, string> = {}): ChildProcess {
  const home = mkdtempSync(path.join(tmpdir(), 'simulator-process-'));
  return spawn(process.execPath, [programOf('simulator')], {
    env: { PATH: process.env.PATH, RAFAGA_HOME: home, SIMULATOR_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Its address, once it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const piece of child.stdout ?? []) {
    said += piece;
    const [address] = /http:\S+/.exec(said) ?? [];
    if (address) return address;
  }
  throw new Error(`it said: ${said}`);
}

test('it stops on SIGTERM, even while a caller hangs', async () => {
  const child = start();
  const address = await addressOf(child);
  await fetch(`${address}/control/caida`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"modo":"colgado"}',
  });
  const hanging = fetch(`${address}/ol-ti-itcpfegem/billService`, {
    method: 'POST',
    body: 'x',
  }).catch(() => 'cut off');
  await fetch(`${address}/healthz`);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await hanging).toBe('cut off');
});

test('it stops when its parent is gone', async () => {
  const child = start();
  await addressOf(child);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a taken port is one sentence that names it', async () => {
  const first = start();
  const { port } = new URL(await addressOf(first));
  const second = start({ SIMULATOR_PORT: port });
  let said = '';
  second.stderr?.on('data', (piece: Buffer) => {
    said += piece;
  });
  expect(await once(second, 'close')).toEqual([2, null]);
  expect(said).toBe(`El puerto ${port} está ocupado: elige otro con SIMULATOR_PORT.\n`);
  first.kill('SIGTERM');
  await once(first, 'exit');
});
