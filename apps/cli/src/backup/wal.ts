/** Finds gaps in the received write-ahead log from a base backup on, across promotions too. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../terminal/failure.js';
import { dataOf, type Repository } from './repository.js';

export interface LogRange {
  /** The whole segments from the first one that the backup needs. */
  segments: number;
  /** Names of segments that are missing or have another size. */
  missing: string[];
}

const SEGMENT = /^[0-9A-F]{24}(\.partial)?$/;
const TIMELINE = 8;

export async function logAfter(repository: Repository, id: string): Promise<LogRange> {
  const first = await firstSegment(repository, id);
  const found = await segmentsIn(repository.wal);
  // the base backup has those that were written while it was made
  const base = await segmentsIn(path.join(dataOf(repository, id), 'pg_wal'));
  const all = new Map([...base, ...found]);
  const last = [...all.keys()].sort().at(-1);
  const size = [...all.values()].reduce((most, each) => Math.max(most, each), 0);
  if (last === undefined || size === 0 || last < first)
    throw new Failure(`Después de ${id} no hay registro: la copia no se puede restaurar.`);
  const ends = await timelineEnds(repository, first, last);
  const expected = segmentsBetween(first, last, { size, ends });
  const missing = expected.filter((name) => all.get(name) !== size);
  return { segments: expected.length - missing.length, missing };
}

/** The bytes of each segment, by its name. */
async function segmentsIn(folder: string): Promise<Map<string, number>> {
  const names = (await readdir(folder)).filter((name) => SEGMENT.test(name));
  const each = names.map(async (name) => {
    const whole = name.slice(0, 24);
    // the receiver renames the last one when it is full
    const { size } = await stat(path.join(folder, name)).catch(() =>
      stat(path.join(folder, whole)),
    );
    return [whole, size] as const;
  });
  return new Map(await Promise.all(each));
}

/** The label of a base backup names the segment in which it begins. */
export async function firstSegment(repository: Repository, id: string): Promise<string> {
  const label = await readFile(path.join(dataOf(repository, id), 'backup_label'), 'utf8');
  const [, name = ''] = /\(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  return name;
}

/** Where a timeline gave way to its successor. */
interface TimelineEnd {
  timeline: string;
  /** The byte position of the promotion. */
  at: bigint;
}

/**
 * The timelines before that of the last segment, which its history file lists.
 * @throws Failure when the log does not continue the base backup
 */
async function timelineEnds(
  { wal }: Repository,
  first: string,
  last: string,
): Promise<TimelineEnd[]> {
  const [from, to] = [first.slice(0, TIMELINE), last.slice(0, TIMELINE)];
  if (from === to) return [];
  const history = await readFile(path.join(wal, `${to}.history`), 'utf8').catch(() => '');
  const ends = [...history.matchAll(/^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)/gm)].map(
    ([, timeline, high, low]) => ({
      timeline: hex(Number(timeline)),
      at: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`),
    }),
  );
  const begin = ends.findIndex(({ timeline }) => timeline === from);
  if (begin < 0)
    throw new Failure(
      `El registro cambia de línea (${from} a ${to}) y no continúa la copia base: haz otra con ` +
        'rafaga respaldo crear.',
    );
  return ends.slice(begin);
}

/** The segment in which a promotion falls is repeated by the new timeline. */
function segmentsBetween(
  first: string,
  last: string,
  { size, ends }: { size: number; ends: readonly TimelineEnd[] },
): string[] {
  const inHigh = 0x1_0000_0000 / size;
  const number = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * inHigh + Number.parseInt(name.slice(16), 16);
  const timelineOf = (each: number) =>
    ends.find(({ at }) => BigInt(each) < at / BigInt(size))?.timeline ?? last.slice(0, TIMELINE);
  const from = number(first);
  return Array.from({ length: number(last) - from + 1 }, (_, at) => {
    const each = from + at;
    return `${timelineOf(each)}${hex(Math.floor(each / inHigh))}${hex(each % inHigh)}`;
  });
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
