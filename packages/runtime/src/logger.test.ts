/** Tests the lines of the log, its hidden fields, and the limits of repeated errors. */
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { transports } from 'winston';
import { createLogger, type LogShape, throttleErrors } from './logger.js';

/** The lines that the logger writes. */
function written(shape: LogShape, write: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  const log = createLogger('api', { shape });
  log.clear().add(
    new transports.Stream({
      stream: new Writable({
        write: (chunk, _encoding, done) => {
          lines.push(String(chunk).trimEnd());
          done();
        },
      }),
    }),
  );
  write(log);
  return lines;
}

test('production writes one JSON object a line, with the fields of its child loggers', () => {
  const [line] = written('json', (log) =>
    log.child({ requestId: 'r-1', documentId: 42, attempt: 2 }).info('enviado'),
  );
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'info',
    service: 'api',
    message: 'enviado',
    requestId: 'r-1',
    documentId: 42,
    attempt: 2,
  });
});

test('a terminal gets one readable line', () => {
  const [line] = written('readable', (log) => log.info('listo', { port: 3000 }));
  expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info api listo port=3000$/);
});

test.each([
  'api_secret',
  'X-Api-Secret',
  'sol_password',
  'clave',
  'num_doc',
  'razon_social',
  'email',
  'body',
  'cliente',
])('the field %s is never written', (name) => {
  for (const shape of ['json', 'readable'] as const) {
    const [line] = written(shape, (log) => log.info('x', { [name]: 'MARCA' }));
    expect(line).toContain('[oculto]');
    expect(line).not.toContain('MARCA');
  }
});

test('what SUNAT quotes of a document is not written, in a field or in an error', () => {
  const text = '2022 (nodo: "cbc:RegistrationName" valor: "MARCA")';
  for (const shape of ['json', 'readable'] as const) {
    const lines = written(shape, (log) =>
      log
        .info('rechazado', { code: '2022', description: text })
        .warn('en revisión', { error: text })
        .error('x', { error: new Error(text, { cause: new Error(text) }) }),
    );
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toContain('cbc:RegistrationName');
      expect(line).not.toContain('MARCA');
    }
  }
});

test('a line below the level is neither written nor formatted, by a child logger too', () => {
  let read = 0;
  const fields = {
    get notes() {
      read += 1;
      return 3;
    },
  };
  const lines = written('json', (log) =>
    log.child({ documentId: 42 }).debug('aceptado', fields).info('enviado'),
  );
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'enviado', documentId: 42 },
  ]);
  expect(read).toBe(0);
});

test('an error shows its message and its cause, and its stack at level error only', () => {
  const error = new Error('no responde', { cause: new Error('ECONNREFUSED') });
  const [warning, failure] = written('json', (log) =>
    log.warn('x', { error }).error('y', { error }),
  );
  expect(JSON.parse(warning ?? '')).toMatchObject({ error: 'no responde', cause: 'ECONNREFUSED' });
  expect(JSON.parse(failure ?? '').error).toContain('logger.test');
});

test('a repeated error is reported once in five minutes, another kind at once', () => {
  const clock = { now: 0 };
  const reported: string[] = [];
  const tell = throttleErrors(
    ({ message }, times) => reported.push(`${message} ×${times}`),
    () => clock.now,
  );
  for (let i = 0; i < 100; i++) tell(new Error(`away ${i}`));
  tell(new Error('full'));
  clock.now = 300_000;
  tell(new Error('away 100'));
  expect(reported).toEqual(['away 0 ×1', 'full ×1', 'away 100 ×100']);
});

test('a repeated error has at most twenty lines a minute, three with a stack', () => {
  const lines = written('json', (log) => {
    for (let i = 0; i < 500; i++)
      log.error('el intento falló', {
        error: new Error(`ENOSPC: no space left, open '/x/${i}'`),
        documentId: i,
      });
    log.error('el intento falló', { error: new Error('otra cosa') });
    for (let i = 0; i < 50; i++) log.info('enviado', { documentId: i });
  }).map((line) => JSON.parse(line));
  expect(lines).toHaveLength(20 + 1 + 50);
  expect(lines.filter(({ error }) => error?.includes('\n'))).toHaveLength(3 + 1);
});

test('an error that a server sent is one short line', () => {
  const script = Object.assign(
    new Error(`OOM command not allowed\n${'local x = 1\n'.repeat(500)}`),
    { name: 'ReplyError' },
  );
  const [line] = written('json', (log) => log.error('x', { error: script }));
  expect(JSON.parse(line ?? '').error).toBe('OOM command not allowed');
});

test.each([
  ['a line break', 'caída\n10:00:00.000 info worker aceptado'],
  ['a carriage return', 'caída\r10:00:00.000 info worker aceptado'],
  ['a line separator', 'caída\u202810:00:00.000 info worker aceptado'],
  ['the start of a terminal command', 'caída\u009b2K\u001b[2Kinfo worker aceptado'],
  ['a change of direction', 'caída\u202eodatpeca rekrow ofni'],
])('the text of a fault forges no readable line by %s', (_, text) => {
  const shown = written('readable', (log) =>
    log
      .info('la autoridad respondió', { text, nested: { text } })
      .warn(text)
      .error('el intento falló', { error: new Error(text) }),
  );
  expect(shown).toHaveLength(3);
  const begins = shown
    .join('\n')
    .split('\n')
    .filter((line) => !line.startsWith('    at '));
  expect(begins).toHaveLength(3);
  for (const line of begins) expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  const [json = ''] = written('json', (log) => log.info('respondió', { text, nested: { text } }));
  expect(json).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(JSON.parse(json)).toMatchObject({ text, nested: { text } });
});
