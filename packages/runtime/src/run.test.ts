/** Tests the start and the stop of a real process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';

/**
 * Starts a real process that imports this package and runs `body`; `then` is called at its first
 * line of output.
 */
async function main(
  body: string,
  then: (child: ReturnType<typeof spawn>) => void = () => undefined,
  env: NodeJS.ProcessEnv = {},
  stdout: 'pipe' | number = 'pipe',
) {
  const child = start(body, env, stdout);
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (out += chunk));
  child.stdout?.once('data', () => then(child));
  const [code] = await once(child, 'exit');
  return { code, out };
}

function start(body: string, env: NodeJS.ProcessEnv = {}, stdout: 'pipe' | number = 'pipe') {
  const source =
    'import { announceReady, ConfigError, run } from ' +
    `${JSON.stringify(path.join(import.meta.dirname, '../dist/index.js'))};\n${body}`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', stdout, 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
}

const STARTED =
  "await run('prueba', async (log) => { log.info('listo'); setInterval(() => {}, 1000); " +
  "return async () => console.log('drenado'); });";

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s drains and exits with 0',
  async (signal) => {
    const { code, out } = await main(STARTED, (child) => child.kill(signal));
    expect(out).toContain('drenado');
    expect(code).toBe(0);
  },
);

test('a process whose parent closes the IPC channel drains too', async () => {
  expect(await main(STARTED, (child) => child.disconnect())).toMatchObject({
    code: 0,
    out: expect.stringContaining('drenado'),
  });
});

test('a signal beside the end of the channel is no second signal', async () => {
  const slow = STARTED.replace(
    "console.log('drenado')",
    "new Promise((end) => setTimeout(end, 300)).then(() => console.log('drenado'))",
  );
  for (const signalFirst of [true, false]) {
    const { code, out } = await main(slow, (child) => {
      if (signalFirst) child.kill('SIGTERM');
      child.disconnect();
      if (!signalFirst) child.kill('SIGTERM');
    });
    expect({ code, drained: out.includes('drenado') }).toEqual({ code: 0, drained: true });
  }
});

test('a process whose parent was gone before it listened drains too', async () => {
  const late = `process.disconnect(); await new Promise(setImmediate); ${STARTED}`;
  expect(await main(late)).toMatchObject({ code: 0, out: expect.stringContaining('drenado') });
});

test('a parent that goes before it is told of the readiness is no error', async () => {
  const late = STARTED.replace("log.info('listo');", 'process.disconnect(); announceReady({});');
  expect(await main(late)).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('error sin atender'),
  });
});

test('a second signal does not wait for the drain', async () => {
  const hanging = STARTED.replace("console.log('drenado')", 'new Promise(() => {})');
  const { code } = await main(hanging, (child) => {
    child.kill('SIGTERM');
    child.stdout?.once('data', () => child.kill('SIGTERM'));
  });
  expect(code).toBe(1);
});

test('a terminal that closes, and its shell, cut no drain short by two SIGHUP', async () => {
  const slow = STARTED.replace(
    "console.log('drenado')",
    "process.kill(process.pid, 'SIGHUP') && new Promise((end) => setTimeout(end, 100))" +
      ".then(() => console.log('drenado'))",
  );
  const { code, out } = await main(slow, (child) => child.kill('SIGHUP'));
  expect({ code, drained: out.includes('drenado') }).toEqual({ code: 0, drained: true });
});

const LOGGING = STARTED.replace(
  'setInterval(() => {}, 1000)',
  "setInterval(() => log.info('sigue'), 10); " +
    "setTimeout(() => process.kill(process.pid, 'SIGTERM'), 300)",
);

test('a log on a full disk ends no process', async () => {
  const full = openSync('/dev/full', 'w');
  expect(await main(LOGGING, undefined, {}, full)).toEqual({ code: 0, out: '' });
});

test('a log whose reader has ended ends no process', async () => {
  const { code } = await main(LOGGING, (child) => child.stdout?.destroy());
  expect(code).toBe(0);
});

test('a log that is not read holds no memory, and says later what it lost', async () => {
  const flooding = STARTED.replace(
    'setInterval(() => {}, 1000)',
    "for (let n = 0; n < 20_000; n += 1) log.info('x'.repeat(1_000)); " +
      'console.error(process.stdout.writableLength); ' +
      "setInterval(() => log.info('sigue'), 10)",
  );
  const child = start(flooding);
  const [waiting] = await once(child.stderr as Readable, 'data');
  expect(Number(waiting)).toBeLessThan(5_000_000);
  let out = '';
  for await (const piece of child.stdout ?? []) {
    out += piece;
    if (out.includes('perdidas')) child.kill('SIGTERM');
  }
  expect(out).toMatch(/ info prueba sigue lineas_perdidas=\d+/);
});

test('a wrong configuration prints only its sentence and exits with 2', async () => {
  const { code, out } = await main(
    `await run('prueba', async () => { throw new ConfigError('Falta la variable X.'); });`,
  );
  expect({ code, out }).toEqual({ code: 2, out: 'Falta la variable X.\n' });
});

test('an empty LOG_LEVEL is the default level', async () => {
  const { code, out } = await main(STARTED, (child) => child.kill('SIGTERM'), { LOG_LEVEL: '' });
  expect(out).toContain('info prueba listo');
  expect(code).toBe(0);
});

test('a variable that is nearly one that is read is named, and no other', async () => {
  const env = { LOG_LEVLE: 'debug', LOG_COLOUR: '1' };
  const { out } = await main(STARTED, (child) => child.kill('SIGTERM'), env);
  expect(out).toContain('warn prueba Nada lee la variable LOG_LEVLE: ¿debía ser LOG_LEVEL?');
  expect(out).not.toContain('LOG_COLOUR');
});

test('a wrong configuration names it too', async () => {
  const body = `await run('prueba', async () => { throw new ConfigError('Falta algo.'); });`;
  expect(await main(body, undefined, { LOG_LEVLE: 'debug' })).toEqual({
    code: 2,
    out: 'Falta algo.\nNada lee la variable LOG_LEVLE: ¿debía ser LOG_LEVEL?\n',
  });
});

test('an unknown LOG_LEVEL is a wrong configuration, before anything starts', async () => {
  const { code, out } = await main(STARTED, undefined, { LOG_LEVEL: 'loud' });
  expect(code).toBe(2);
  expect(out).toBe(
    'La variable LOG_LEVEL debe ser una de: error, warn, info, http, verbose, debug, silly; ' +
      'vale «loud».\n',
  );
});

test('an error that escapes ends the process with 1', async () => {
  const body =
    "await run('prueba', async () => { setTimeout(() => { throw new Error('roto'); }, 1); " +
    'return async () => {}; });';
  expect(await main(body)).toMatchObject({ code: 1, out: expect.stringContaining('roto') });
});
