/**
 * Copies the files beside a write-ahead log that `archive_command` stores, and records until when
 * both are complete: up to the last position whose segment has arrived.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyFiles } from './copyFiles.js';
import type { ReceiveOptions } from './receive.js';
import { type Complete, makeRepository, type Repository, writeComplete } from './repository.js';
import type { Source } from './source.js';

/** A position after which the files were copied. */
interface Waiting extends Complete {
  segment: string;
}

/** A segment that is not full comes after the server's `archive_timeout`. */
const LATE_MS = 120_000;
const NO_SEGMENTS = 'no llegan segmentos: mira pg_stat_archiver';

export async function followArchive(
  repository: Repository,
  source: Source,
  { everyMs, signal, onRound }: Omit<ReceiveOptions, 'awayMs'>,
): Promise<void> {
  makeRepository(repository);
  let waiting: Waiting[] = [];
  const began = Date.now();
  let completeAt: number | undefined;
  while (!signal.aborted) {
    const position = await positionOf(source);
    const problem = await copyFiles(repository, source, signal);
    // what was not copied yet would count as complete
    if (signal.aborted) return;
    if (position && problem === undefined) waiting.push(position);
    const arrived = waiting.findLastIndex(({ segment }) =>
      existsSync(path.join(repository.wal, segment)),
    );
    const newest = waiting[arrived];
    if (newest) {
      await writeComplete(repository, { at: newest.at, lsn: newest.lsn });
      waiting = waiting.slice(arrived + 1);
      completeAt = Date.now();
    }
    const complete = completeAt !== undefined && Date.now() - completeAt < LATE_MS;
    if (problem) onRound({ complete: false, reason: problem });
    else if (complete) onRound({ complete, reason: '' });
    // before the first segment it is neither complete nor late
    else if (Date.now() - began > LATE_MS) onRound({ complete, reason: NO_SEGMENTS });
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Undefined while the server does not answer, which is no reason to stop copying its files. */
async function positionOf({ db }: Source): Promise<Waiting | undefined> {
  const { walPosition } = await import('@rafaga/db');
  const found = await walPosition(db).catch(() => undefined);
  return found && { at: found.at.toISOString(), lsn: found.lsn, segment: found.segment };
}
