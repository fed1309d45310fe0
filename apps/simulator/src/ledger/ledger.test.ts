/** The ledger survives a restart and a line that was cut by a kill. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ledgerOf, send, start } from '../../testing/client.js';
import { boleta } from '../../testing/invoices.js';

test('registrations survive a restart', async () => {
  const first = await start();
  await send(first.url, boleta({ number: 1 }));
  await first.stop();
  const second = await start({ folder: first.folder });
  const answer = await send(second.url, boleta({ number: 1 }));
  const lines = await ledgerOf(second.url);
  await second.stop();
  expect(answer.fault).toBe('1033');
  expect(lines.map(({ seq, outcome }) => [seq, outcome])).toEqual([
    [1, 'aceptado'],
    [2, 'excepcion'],
  ]);
});

test('an incomplete line of a killed process is dropped', async () => {
  const first = await start();
  await send(first.url, boleta({ number: 1 }));
  await first.stop();
  await appendFile(join(first.folder, 'ledger.jsonl'), '{"seq":2,"docu');
  const second = await start({ folder: first.folder });
  await send(second.url, boleta({ number: 2 }));
  const lines = await ledgerOf(second.url);
  await second.stop();
  expect(lines.map(({ document }) => document)).toEqual([
    '20123456786-03-B001-1',
    '20123456786-03-B001-2',
  ]);
});

test('a line that is no receipt is named with its file, which is left as it is', async () => {
  const first = await start();
  await send(first.url, boleta({ number: 1 }));
  await first.stop();
  const file = join(first.folder, 'ledger.jsonl');
  const damaged = `${await readFile(file, 'utf8')}{"seq":2,"docu{"seq":3}\n`;
  await writeFile(file, damaged);
  await expect(start({ folder: first.folder })).rejects.toThrow(`${file}:2: no es un recibo`);
  expect(await readFile(file, 'utf8')).toBe(damaged);
});
