/** Long records are written one in a turn of the event loop, the businesses in turns. */
import { expect, test } from '@jest/globals';
import type { RecordedDocument } from '@rafaga/db';
import { createTurns } from '../edge/turns.js';
import { recordText } from './recordText.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

const aRecord = (businessId: number, lines: number): RecordedDocument =>
  ({ businessId, sale: { lines: Array(lines) }, reference: {} }) as RecordedDocument;

test('long records delay neither short ones nor those of another business', async () => {
  const turns = createTurns(1);
  const done: string[] = [];
  const write = (name: string, businessId: number, lines: number) =>
    recordText(turns, aRecord(businessId, lines), () => {
      done.push(name);
      return { name };
    });
  const texts = Promise.all([
    ...['a1', 'a2', 'a3'].map((name) => write(name, 1, 500)),
    ...['b1', 'b2'].map((name) => write(name, 2, 51)),
    write('short', 1, 50),
  ]);
  expect(done).toEqual(['short']);
  for (let count = 2; count <= 6; count++) {
    await turn();
    expect(done).toHaveLength(count);
  }
  expect(done).toEqual(['short', 'a1', 'b1', 'a2', 'b2', 'a3']);
  expect((await texts).at(-1)).toBe('{"name":"short"}');
});
