/** Tests which lines of a source are found. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PRIVATE, unwantedLines } from './unwanted.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-unwanted-'));
beforeAll(() => execFileSync('git', ['init', '--quiet', folder]));
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of a source that are found, each as it is. */
async function foundIn(...lines) {
  writeFileSync(path.join(folder, 'source.ts'), `${lines.join('\n')}\n`);
  const found = (await unwantedLines(folder)).split('\n').filter(Boolean);
  return found.map((line) => line.replace(/^source\.ts:\d+:/, ''));
}

test('each private word is found, alone and in a name', async () => {
  const lines = PRIVATE.flatMap((word) => {
    const capital = word[0].toUpperCase() + word.slice(1);
    return [`// one ${word}, two`, `const two = create${capital}(one);`, word];
  });
  expect(await foundIn(...lines)).toEqual(lines);
});

test('a longer word is not found', async () => {
  const longer = 'aggregate investigate workshop years seating gateway household'.split(' ');
  expect(await foundIn(...longer)).toEqual([]);
});

test('a mark of unfinished work is found, and a word of the wire', async () => {
  const lines = ['// TODO: later', 'throw Error("not implemented");', "{ solicitud_id: '1' }"];
  expect(await foundIn(...lines)).toEqual(lines);
});

test('a line of more than 100 columns is found, unless it is one long word', async () => {
  const wide = `const sum = ${'one + '.repeat(15)};`;
  const lines = [wide.slice(0, 100).padEnd(101, '.'), wide.slice(0, 100).padEnd(100, '.')];
  expect(await foundIn(...lines, `// ${'x'.repeat(120)}`)).toEqual([lines[0]]);
});

test.each(['C.UTF-8', 'C'])('columns are counted by character in the locale %s', async (locale) => {
  const before = { ...process.env };
  process.env.LC_ALL = locale;
  const found = await foundIn('ñ '.repeat(50)).finally(() => {
    process.env = before;
  });
  expect(found).toEqual([]);
});
