/** Each row of the workbook has one answer, and each answer has a row. */
import { expect, test } from '@jest/globals';
import { applies } from './answers/answer.js';
import { ANSWERS } from './answers/index.js';
import { readKeptRows, type WorkbookRow } from './workbook.js';

const ROWS = readKeptRows();
const answersOf = (row: WorkbookRow) => ANSWERS.filter((answer) => applies(answer, row));
const shown = ({ code, kinds, tag, condition }: WorkbookRow) =>
  `${code} ${kinds.join()} ${tag} | ${condition}`;

test('every row has an answer', () => {
  expect(ROWS.filter((row) => answersOf(row).length === 0).map(shown)).toEqual([]);
});

test('no row has two answers', () => {
  expect(ROWS.filter((row) => answersOf(row).length > 1).map(shown)).toEqual([]);
});

test('every code of an answer has a row', () => {
  const idle = ANSWERS.flatMap((answer) =>
    answer.codes
      .filter((code) => !ROWS.some((row) => row.code === code && applies(answer, row)))
      .map((code) => `${code} ${JSON.stringify(answer.answer)}`),
  );
  expect(idle).toEqual([]);
});

// a change of these numbers is a change of what the project promises: it is reviewed as such
test('the rows of each kind of answer are counted', () => {
  const counts = { checked: 0, impossible: 0, left: 0, removed: 0 };
  for (const row of ROWS) for (const { answer } of answersOf(row)) counts[answer.is] += 1;
  expect({ ...counts, rows: ROWS.length }).toEqual({
    checked: 236,
    impossible: 489,
    left: 30,
    removed: 2,
    rows: 757,
  });
});
