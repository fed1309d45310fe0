/**
 * Receives the write-ahead log as it is written, and copies the files beside it, until it is
 * stopped. `estado.json` says until when the backup is complete.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../terminal/failure.js';
import { libpqEnv, runProgram, type Started, serverAccount, startProgram } from './programs.js';
import { makeRepository, type Repository, writeComplete } from './repository.js';
import { programFor, type Source } from './source.js';

/** The server keeps the log for this slot while the receiver is away. */
const SLOT = 'rafaga_respaldo';

export interface ReceiveOptions {
  /** Milliseconds between two copies of the files. */
  everyMs: number;
  signal: AbortSignal;
  /** Called after each round. */
  onRound(round: { complete: boolean; files: number; bytes: number }): void;
}

export async function receive(
  repository: Repository,
  source: Source,
  { everyMs, signal, onRound }: ReceiveOptions,
): Promise<void> {
  makeRepository(repository);
  const receiver = await startReceiver(repository, source);
  let ended = false;
  const end = receiver.ended.then(() => {
    ended = true;
  });
  try {
    while (!signal.aborted && !ended) {
      onRound(await copyRound(repository, source, () => signal.aborted || ended));
      await Promise.race([sleep(everyMs, undefined, { signal }).catch(() => undefined), end]);
    }
  } finally {
    receiver.child.kill('SIGINT');
    await end;
  }
  if (!signal.aborted) throw new Failure(`pg_receivewal terminó: ${receiver.errors().trim()}`);
}

async function startReceiver(repository: Repository, source: Source): Promise<Started> {
  const program = await programFor('pg_receivewal', source.version);
  const options = { ...serverAccount(), env: libpqEnv(source.url), cwd: repository.wal };
  const slot = ['--no-password', `--slot=${SLOT}`];
  await runProgram(program, [...slot, '--create-slot', '--if-not-exists'], options);
  // synchronous: a crash of this machine loses nothing that the server believes to be received
  const args = [...slot, '--synchronous', '--directory', repository.wal];
  return startProgram(program, args, options);
}

const RECEIVED_WITHIN_MS = 30_000;
const POLL_MS = 200;

/** Complete at a position when the files were copied after it and the log is received up to it. */
async function copyRound(
  repository: Repository,
  { db, filesDir }: Source,
  stopped: () => boolean,
): Promise<{ complete: boolean; files: number; bytes: number }> {
  const [{ walPosition, walReceived }, { mirrorFolder }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/storage'),
  ]);
  // a server that does not answer is no reason to stop copying its files
  const position = await walPosition(db).catch(() => undefined);
  const copied = filesDir ? await mirrorFolder(filesDir, repository.files) : { files: 0, bytes: 0 };
  if (!position) return { complete: false, ...copied };
  const deadline = Date.now() + RECEIVED_WITHIN_MS;
  while (!stopped() && Date.now() < deadline) {
    if (await walReceived(db, SLOT, position.lsn).catch(() => false)) {
      await writeComplete(repository, { at: position.at.toISOString(), lsn: position.lsn });
      return { complete: true, ...copied };
    }
    await sleep(POLL_MS);
  }
  return { complete: false, ...copied };
}
