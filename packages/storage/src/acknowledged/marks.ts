/**
 * High-water marks of the acknowledged documents, in a small file of each process: its last id, and
 * the highest number of each series. A database that lacks them was restored from an older copy.
 */
import { hostname } from 'node:os';
import type { MutableFiles } from '../mutable/mutable.js';

export interface SeriesMark {
  ruc: string;
  environment: string;
  kind: string;
  series: string;
  number: number;
}

/** The marks of one process or of several. */
export interface Marks {
  /** The last id of each process. */
  ids: number[];
  series: SeriesMark[];
}

export interface MarkWriter {
  add(acknowledged: SeriesMark & { id: number }): void;
  marks(): Marks;
  /** Size in bytes of the file that was last written. */
  size(): number;
  write(): Promise<void>;
}

const MARKS = 'marks';
/** Files that were not rewritten for this long are merged. */
const OLD_MS = 24 * 3_600_000;

/** Keeps the marks of this process, which has none at its start. */
export function createMarkWriter(files: MutableFiles, now = Date.now()): MarkWriter {
  const host = hostname().replace(/[^\w.-]/g, '-');
  const name = `${MARKS}/${host}-${process.pid}-${now.toString(36)}.json`;
  const highest = new Map<string, SeriesMark>();
  let last = 0;
  let size = 0;
  const marks = (): Marks => ({ ids: last > 0 ? [last] : [], series: [...highest.values()] });
  return {
    marks,
    size: () => size,
    add({ id, ruc, environment, kind, series, number }) {
      last = Math.max(last, id);
      raise(highest, { ruc, environment, kind, series, number });
    },
    async write() {
      const content = textOf(marks());
      size = content.length;
      await files.write(name, content);
    },
  };
}

/** Reads the marks of all processes; `damaged` has the names of files that cannot be parsed. */
export async function readMarks(files: MutableFiles): Promise<Marks & { damaged: string[] }> {
  const read = await Promise.all((await files.list(MARKS)).map((name) => readMark(files, name)));
  const found = read.flatMap(({ mark }) => (mark ? [mark] : []));
  const damaged = read.flatMap(({ name, mark, gone }) => (mark || gone ? [] : [name]));
  return { ...joined(found), damaged };
}

/** Merges old files into one; to be called only when the database has everything in them. */
export async function mergeMarks(files: MutableFiles, now = Date.now()): Promise<void> {
  const read = await Promise.all((await files.list(MARKS)).map((name) => readMark(files, name)));
  const old = read.filter(({ mark }) => mark && now - Date.parse(mark.at) > OLD_MS);
  if (old.length < 2) return;
  const { ids, series } = joined(old.flatMap(({ mark }) => (mark ? [mark] : [])));
  const joint = { ids: ids.length > 0 ? [Math.max(...ids)] : [], series };
  const name = `${MARKS}/merged-${process.pid}-${now.toString(36)}.json`;
  await files.write(name, textOf(joint, new Date(now - OLD_MS)));
  for (const each of old) await files.remove(`${MARKS}/${each.name}`);
}

type Written = Marks & { at: string };

const textOf = (marks: Marks, at = new Date()): Buffer =>
  Buffer.from(JSON.stringify({ at: at.toISOString(), ...marks } satisfies Written));

async function readMark(
  files: MutableFiles,
  name: string,
): Promise<{ name: string; mark?: Written; gone?: true }> {
  const content = await files.read(`${MARKS}/${name}`);
  if (!content) return { name, gone: true };
  try {
    const mark = JSON.parse(content.toString('utf8')) as Written;
    return Array.isArray(mark.ids) && Array.isArray(mark.series) ? { name, mark } : { name };
  } catch {
    return { name };
  }
}

function joined(all: readonly Marks[]): Marks {
  const highest = new Map<string, SeriesMark>();
  for (const { series } of all) for (const mark of series) raise(highest, mark);
  return { ids: [...new Set(all.flatMap(({ ids }) => ids))], series: [...highest.values()] };
}

function raise(highest: Map<string, SeriesMark>, mark: SeriesMark): void {
  const key = `${mark.ruc} ${mark.environment} ${mark.series}`;
  if ((highest.get(key)?.number ?? 0) < mark.number) highest.set(key, mark);
}
