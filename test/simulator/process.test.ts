/** The simulator runs and stops as a process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ledgerOf, send } from '../../apps/simulator/testing/client.js';
import { boleta, nameOf } from '../../apps/simulator/testing/invoices.js';
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

test('what a full disk did not take is not registered, also after a restart', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'simulator-process-'));
  const child = start({ RAFAGA_HOME: home });
  const address = await addressOf(child);
  const sizeLimit = (limit: string) =>
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${limit}:`]);
  const [kept, refused, later] = [1, 2, 3].map((number) => boleta({ number }));
  if (!kept || !refused || !later) throw new Error('three boletas');
  expect((await send(address, kept)).status).toBe(200);
  const { size } = statSync(path.join(home, 'simulator', 'ledger.jsonl'));
  sizeLimit(String(size + 20));
  const full = { status: 500, body: '{"error":"El simulador falló."}' };
  expect(await send(address, refused)).toMatchObject(full);
  expect(await send(address, refused)).toMatchObject(full);
  sizeLimit('unlimited');
  expect((await send(address, later)).status).toBe(200);
  child.kill('SIGTERM');
  await once(child, 'exit');

  const again = start({ RAFAGA_HOME: home });
  const anew = await addressOf(again);
  expect((await ledgerOf(anew)).map(({ document }) => document)).toEqual([kept, later].map(nameOf));
  expect((await send(anew, kept)).fault).toBe('1033');
  expect((await send(anew, refused)).status).toBe(200);
  again.kill('SIGTERM');
  await once(again, 'exit');
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
