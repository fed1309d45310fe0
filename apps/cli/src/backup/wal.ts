/** Finds gaps in the received write-ahead log from a base backup on. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataOf, type Repository } from './repository.js';

export interface LogRange {
  /** The whole segments from the first one that the backup needs. */
  segments: number;
  /** Names of segments that are missing or have another size. */
  missing: string[];
  /** When the last bytes were written. */
  lastAt: Date | undefined;
}

const SEGMENT = /^[0-9A-F]{24}(\.partial)?$/;

export async function logAfter(repository: Repository, id: string): Promise<LogRange> {
  const first = await firstSegment(repository, id);
  const found = await segmentsIn(repository.wal);
  const lastAt = [...found.values()].sort((a, b) => a.at.getTime() - b.at.getTime()).at(-1)?.at;
  // the base backup has those that were written while it was made
  const base = await segmentsIn(path.join(dataOf(repository, id), 'pg_wal'));
  const all = new Map([...base, ...found]);
  const last = [...all.keys()].sort().at(-1) ?? first;
  const size = Math.max(...[...all.values()].map(({ bytes }) => bytes));
  const expected = segmentsBetween(first, last, size);
  const missing = expected.filter((name) => all.get(name)?.bytes !== size);
  return { segments: expected.length - missing.length, missing, lastAt };
}

type Segments = Map<string, { bytes: number; at: Date }>;

async function segmentsIn(folder: string): Promise<Segments> {
  const names = (await readdir(folder)).filter((name) => SEGMENT.test(name));
  const each = names.map(async (name) => {
    const { size, mtime } = await stat(path.join(folder, name));
    return [name.slice(0, 24), { bytes: size, at: mtime }] as const;
  });
  return new Map(await Promise.all(each));
}

/** The label of a base backup names the segment in which it begins. */
export async function firstSegment(repository: Repository, id: string): Promise<string> {
  const label = await readFile(path.join(dataOf(repository, id), 'backup_label'), 'utf8');
  const [, name = ''] = /\(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  return name;
}

/** The names on the timeline of the first: timeline, high and low part, eight digits each. */
function segmentsBetween(first: string, last: string, size: number): string[] {
  const timeline = first.slice(0, 8);
  if (last.slice(0, 8) !== timeline) return [];
  const inHigh = 0x1_0000_0000 / size;
  const number = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * inHigh + Number.parseInt(name.slice(16), 16);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const from = number(first);
  return Array.from({ length: number(last) - from + 1 }, (_, at) => {
    const each = from + at;
    return `${timeline}${hex(Math.floor(each / inHigh))}${hex(each % inHigh)}`;
  });
}
