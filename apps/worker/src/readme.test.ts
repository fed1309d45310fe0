/** Tests that the diagram in README.md and the table in RETRIES.md show what the code does. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PENDING_STAGES, STAGE_CHANGES } from '@rafaga/fiscal';
import { backoff, WAITS } from './decisions/backoff.js';
import { AFTER_QUERY } from './decisions/decisionTable.js';
import { currentCell } from './decisions/fromCell.js';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const [README, RETRIES] = [read('README.md'), read('RETRIES.md')];

/** A stage as the diagram writes it: `[*]` begins, and `pending` is every stage in it. */
const stagesOf = (name: string): readonly string[] => {
  if (name === '[*]') return ['none'];
  return name === 'pending' ? PENDING_STAGES : [name];
};

const everyPair = (event: string, from: readonly string[], to: readonly string[]) =>
  from.flatMap((before) => to.map((after) => `${before} → ${after}: ${event}`));

/** `a --> b: event`; the end of the diagram has no event. */
function drawnChanges(): string[] {
  const diagram = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
  const arrows = [...diagram.matchAll(/^ *(\S+) --> (\S+): (\S+)$/gm)];
  return arrows.flatMap(([, from = '', to = '', event = '']) =>
    everyPair(event, stagesOf(from), stagesOf(to)),
  );
}

test('the diagram of the README has the changes of stage of the table, and no other', () => {
  const changes = Object.entries(STAGE_CHANGES).flatMap(([event, { from, to }]) =>
    everyPair(event, from, to),
  );
  expect(drawnChanges().sort()).toEqual(changes.sort());
});

test('the stages that are drawn as pending are those that workers process', () => {
  const pending = /state pending \{\n([\s\S]*?)\n {2}\}/.exec(README)?.[1] ?? '';
  const drawn = [...pending.matchAll(/(\w+) --> (\w+)/g)].flatMap(([, from, to]) => [from, to]);
  expect([...new Set(drawn)].sort()).toEqual([...PENDING_STAGES].sort());
});

test('RETRIES.md lists every class of wait with its first and its longest wait', () => {
  const rows = [...RETRIES.matchAll(/^\| `(\w+)` +\| (\d+) s +\| (\d+) s +\|/gm)];
  const listed = rows.map(([, name, first, longest]) => [name, Number(first), Number(longest)]);
  const waits = Object.entries(WAITS).map(([name, [first, longest]]) => [
    name,
    first / 1_000,
    longest / 1_000,
  ]);
  expect(listed).toEqual(waits);
  const least = backoff('unknown', 1, 0) / WAITS.unknown[0];
  expect(RETRIES).toContain(`varies by up to ${100 - 100 * least} %`);
});

test('RETRIES.md counts the answers to queries as the table does, and names their waits', () => {
  const { lost, claimed } = AFTER_QUERY.not_found;
  const [first, second, third] = [0, 1, 2].map((repeats) => {
    const { again } = currentCell(claimed, { repeats, unclearAnswers: 0 });
    return Number(again?.delayMs) / 1_000;
  });
  expect(RETRIES).toContain(`with ${first}, ${second} and ${third} s between`);
  expect([...RETRIES.matchAll(/After (\d)\s/g)].map(([, times]) => Number(times))).toEqual([
    lost.times,
    claimed.times,
  ]);
});
