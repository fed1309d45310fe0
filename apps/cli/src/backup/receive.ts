/**
 * Receives the write-ahead log as it is written, and copies the files beside it, until it is
 * stopped or the server no longer keeps the log. `estado.json` says until when both are complete.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WalPosition, WalReceived } from '@rafaga/db';
import { Failure } from '../terminal/failure.js';
import { copyFiles } from './copyFiles.js';
import { libpqEnv } from './libpq.js';
import { runProgram, type Started, serverAccount, startProgram } from './programs.js';
import { makeRepository, type Repository, writeComplete } from './repository.js';
import { programFor, type Source } from './source.js';

/** The server keeps the log for this slot while the receiver is away. */
const SLOT = 'rafaga_respaldo';

/** The command, for a person whose log is not received. */
export const RECEIVER = 'rafaga respaldo recibir (con archive_command, recibir --archivado)';

export interface ReceiveOptions {
  /** Milliseconds between two copies of the files. */
  everyMs: number;
  /** Milliseconds without an answer of the server after which the receiver ends. */
  awayMs: number;
  signal: AbortSignal;
  /** Called after each round, with the last line that the receiver wrote when it lags. */
  onRound(round: { complete: boolean; reason: string }): void;
}

export async function receive(
  repository: Repository,
  source: Source,
  { everyMs, awayMs, signal, onRound }: ReceiveOptions,
): Promise<void> {
  makeRepository(repository);
  let answeredAt = Date.now();
  const receiver = await startReceiver(repository, source);
  let ended = false;
  const end = receiver.ended.then(() => {
    ended = true;
  });
  try {
    while (!signal.aborted && !ended) {
      const stopped = () => signal.aborted || ended;
      const round = await copyRound(repository, source, { signal, stopped });
      onRound({ reason: round.complete ? '' : lastLine(receiver), ...round });
      if (round.position) answeredAt = Date.now();
      // its supervisor starts it again; a container then joins the server's new network
      if (Date.now() - answeredAt > awayMs && !(await positionOf(source))) throw new Failure(AWAY);
      await Promise.race([sleep(everyMs, undefined, { signal }).catch(() => undefined), end]);
    }
  } finally {
    receiver.child.kill('SIGINT');
    await end;
  }
  if (!signal.aborted) throw new Failure(`pg_receivewal terminó: ${receiver.errors().trim()}`);
}

const AWAY =
  'PostgreSQL no responde: inicia otra vez respaldo recibir, o deja que se reinicie solo.';

const lastLine = ({ errors }: Started): string => errors().trim().split('\n').at(-1) ?? '';

async function startReceiver(repository: Repository, source: Source): Promise<Started> {
  const program = await programFor('pg_receivewal', source.version);
  const options = { ...serverAccount(), env: libpqEnv(source.url), cwd: repository.wal };
  const slot = ['--no-password', `--slot=${SLOT}`];
  await runProgram(program, [...slot, '--create-slot', '--if-not-exists'], options);
  // synchronous: a crash of this machine loses nothing that the server counts as received
  const args = [...slot, '--synchronous', '--directory', repository.wal];
  return startProgram(program, args, options);
}

async function positionOf({ db }: Source): Promise<WalPosition | undefined> {
  const { walPosition } = await import('@rafaga/db');
  return walPosition(db).catch(() => undefined);
}

const RECEIVED_WITHIN_MS = 30_000;
const POLL_MS = 200;

interface Round {
  complete: boolean;
  reason?: string;
  /** Undefined while the server does not answer. */
  position?: WalPosition | undefined;
}

/** Complete at a position when the files were copied after it and the log is received up to it. */
async function copyRound(
  repository: Repository,
  source: Source,
  { signal, stopped }: { signal: AbortSignal; stopped(): boolean },
): Promise<Round> {
  const { db } = source;
  const { walReceived } = await import('@rafaga/db');
  // a server that does not answer is no reason to stop copying its files
  const position = await positionOf(source);
  const reason = await copyFiles(repository, source, signal);
  if (reason) return { complete: false, reason, position };
  if (!position) return { complete: false };
  const { at, lsn } = position;
  const deadline = Date.now() + RECEIVED_WITHIN_MS;
  while (!stopped() && Date.now() < deadline) {
    const known = await walReceived(db, SLOT, lsn).catch(() => undefined);
    if (known && isHere(repository, known)) {
      await writeComplete(repository, { at: at.toISOString(), lsn });
      return { complete: true, position };
    }
    await sleep(POLL_MS);
  }
  return { complete: false, position };
}

/**
 * The slot tells what some receiver has: that it is this one, the segment in this folder shows.
 * @throws Failure when the server keeps no log for the slot any more
 */
function isHere({ wal }: Repository, { received, segment, slot }: WalReceived): boolean {
  const problem = SLOT_PROBLEMS[slot];
  if (problem) throw new Failure(problem);
  const file = path.join(wal, segment);
  return received && (existsSync(`${file}.partial`) || existsSync(file));
}

const SLOT_PROBLEMS: Record<WalReceived['slot'], string | undefined> = {
  kept: undefined,
  missing:
    `El servidor no tiene la ranura ${SLOT}: es otro desde que este se promovió, o se borró. ` +
    'Vuelve a iniciar respaldo recibir, que la crea; después haz otra copia con respaldo crear. ' +
    'Si es una base restaurada, hazlo en una carpeta nueva.',
  lost:
    `El servidor ya no guarda el registro de la ranura ${SLOT} (max_slot_wal_keep_size). Bórrala ` +
    `con SELECT pg_drop_replication_slot('${SLOT}'), inicia respaldo recibir sobre una carpeta ` +
    'nueva y haz ahí una copia con respaldo crear.',
};
