/** Tests the lines that a command prints. */
import { Writable } from 'node:stream';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { say, step, took, writeTo } from './progress.mjs';

let written = '';
let told;
const stream = new Writable({
  write(chunk, _encoding, done) {
    written += chunk;
    told?.();
    done();
  },
});
beforeEach(() => {
  written = '';
  writeTo(stream);
});
afterAll(() => writeTo(process.stderr));

test.each([
  [840, '840 ms'],
  [12_340, '12.3 s'],
])('%i ms are printed as %s', (ms, text) => {
  expect(took(ms)).toBe(text);
});

test('a line is written as it is', () => {
  say('Lista.');
  expect(written).toBe('Lista.\n');
});

test('a long step is named while it runs, and with its time when it ends', async () => {
  const named = new Promise((resolve) => {
    told = resolve;
  });
  await step('Compilando', () => named);
  expect(written).toMatch(/^… Compilando\n✓ Compilando \d+ ms\n$/);
});

test('a short step leaves no line and gives the result of its work', async () => {
  expect(await step('Compilando', async () => 7)).toBe(7);
  expect(written).toBe('');
});

test('a step that fails leaves no line and rejects', async () => {
  const work = async () => {
    throw new Error('no disk');
  };
  await expect(step('Compilando', work)).rejects.toThrow('no disk');
  expect(written).toBe('');
});
