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

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'it stops on %s, even while a caller hangs',
  async (signal) => {
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
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await hanging).toBe('cut off');
  },
);

test('it stops when its parent is gone', async () => {
  const child = start();
  await addressOf(child);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a taken port is one sentence that names it', async () => {
  const first = start();
  const { port } = new URL(await addressOf(first));
  expect(await refusal({ SIMULATOR_PORT: port })).toBe(
    `El puerto ${port} está ocupado: elige otro con SIMULATOR_PORT.\n`,
  );
  first.kill('SIGTERM');
  await once(first, 'exit');
});

test('an address of another machine is one sentence that names the variable', async () => {
  expect(await refusal({ SIMULATOR_HOST: '192.0.2.1' })).toBe(
    'SIMULATOR_HOST no es una dirección de esta máquina: «192.0.2.1».\n',
  );
});

/** What it says when it ends with 2. */
async function refusal(env: Record<string, string>): Promise<string> {
  const child = start(env);
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece;
  });
  expect(await once(child, 'close')).toEqual([2, null]);
  return said;
}
