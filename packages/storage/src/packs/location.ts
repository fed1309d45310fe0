/**
 * Writes and parses the key of a file in a pack:
 * `packs/2026-11-21/093015-worker-1-k3x9q2.pack/8192+3520/4711-name.zip`.
 */
import { hostname } from 'node:os';
import path from 'node:path';
import { limaDay, limaMoment } from '../store.js';

export const PACKS = 'packs';

export interface Location {
  /** The path of the pack below the root. */
  pack: string;
  /** Offset and length of the record, with its header. */
  offset: number;
  length: number;
  /** The last part of the file's name, for readers of the key. */
  name: string;
}

export const keyOf = ({ pack, offset, length, name }: Location): string =>
  `${pack}/${offset}+${length}/${name}`;

/** Undefined for the key of a file outside the packs. */
export function parseKey(key: string): Location | undefined {
  const [, pack, offset, length, name] =
    /^(packs\/[^/]+\/[^/]+\.pack)\/(\d{1,10})\+(\d{1,10})\/([^/]+)$/.exec(key) ?? [];
  if (pack === undefined || name === undefined) return undefined;
  return { pack, offset: Number(offset), length: Number(length), name };
}

/** The path of a new pack: its day, time, host, and a random part. */
export function newPack(now: number): string {
  const host = hostname()
    .replace(/[^\w.-]/g, '-')
    .slice(0, 40);
  const time = limaMoment(now).slice(11).replaceAll(':', '');
  const random = Math.random().toString(36).slice(2, 8).padEnd(6, '0');
  return path.posix.join(PACKS, limaDay(now), `${time}-${host}-${random}.pack`);
}

/** When a pack was begun (ms), by its name; undefined for another file. */
export function begunAt(day: string, file: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d\d)(\d\d)(\d\d)-.+\.pack$/.exec(file) ?? [];
  return hours === undefined
    ? undefined
    : Date.parse(`${day}T${hours}:${minutes}:${seconds}-05:00`);
}
