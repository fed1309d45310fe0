/**
 * Writes acknowledged documents to the journal, then the marks, without delaying answers: documents
 * that arrive during a write are in the next one, and a failed write is repeated.
 *
 * A caller gets its 201 before this write. If the database and this process are lost together, the
 * documents since the last write began are lost: a quarter of a second in a folder, a second in a
 * bucket.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, settledWithin } from '@rafaga/runtime/concurrency';
import type { FileStore } from '../store.js';
import { recordOf } from './entry.js';
import { createLineBuffer } from './lineBuffer.js';
import { createMarkWriter, type Marks, type MarkWriter, type SeriesMark } from './marks.js';

export interface Pending extends SeriesMark {
  id: number;
  /** The JSON of the document's `Acknowledged`. */
  line: string;
}

export interface AcknowledgementWriter {
  add(pending: Pending): void;
  /** The marks of this process, including those that are not written yet. */
  marks(): Marks;
  /** Since when writes fail (`performance.now()`), and the number of dropped lines. */
  trouble(): { since?: number; dropped: number };
  /** Writes what is left, within five seconds. */
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Milliseconds from the beginning of one write to that of the next. */
  everyMs?: number;
  /** Limit of characters that wait while the store is unavailable. */
  maxChars?: number;
  onError(error: Error): void;
}

const EVERY_MS = 250;
const MAX_CHARS = 48_000_000;
const RETRY_MS = { first: 500, most: 10_000 };
const CLOSE_WITHIN_MS = 5_000;
/** The most bytes of marks to write in a millisecond: a large file is rewritten less often. */
const MARK_BYTES_PER_MS = 256;

/** What the writes of one writer share. */
interface Writing {
  readonly journal: FileStore['journal'];
  readonly mark: ReturnType<typeof createPacedMark>;
  readonly lines: ReturnType<typeof createLineBuffer>;
  /** Aborted once the writer is closing. */
  readonly signal: AbortSignal;
  readonly onError: (error: Error) => void;
  /** When the first of the failed writes began. */
  since?: number | undefined;
  failures: number;
  /** The write that failed was the last one before the end. */
  givenUp: boolean;
}

export function createAcknowledgementWriter(
  { journal, mutable }: Pick<FileStore, 'journal' | 'mutable'>,
  { everyMs = EVERY_MS, maxChars = MAX_CHARS, onError }: WriterOptions,
): AcknowledgementWriter {
  const mark = createPacedMark(createMarkWriter(mutable));
  const lines = createLineBuffer(maxChars);
  const closing = new AbortController();
  const { signal } = closing;
  const writing: Writing = { journal, mark, lines, signal, onError, failures: 0, givenUp: false };
  const waiting = () => lines.length() + (mark.due() ? 1 : 0);
  const batcher = createBatcher<string>({
    write: (batch) => write(writing, batch, everyMs),
    queue: {
      add: lines.add,
      takeBatch: lines.takeAll,
      length: () => (writing.givenUp ? 0 : waiting()),
    },
  });

  return {
    add({ line, ...acknowledged }) {
      mark.add(acknowledged);
      batcher.add(line);
    },
    marks: mark.marks,
    trouble: () => ({
      ...(writing.since !== undefined && { since: writing.since }),
      dropped: lines.dropped(),
    }),
    async close() {
      closing.abort();
      const end = performance.now() + CLOSE_WITHIN_MS;
      await settledWithin(batcher.drain(), CLOSE_WITHIN_MS, { unref: true });
      if (waiting() === 0) return;
      // the write in progress failed: a last attempt
      writing.givenUp = false;
      batcher.flush();
      await settledWithin(batcher.drain(), Math.max(0, end - performance.now()), { unref: true });
    },
  };
}

async function write(writing: Writing, batch: string[], everyMs: number): Promise<void> {
  const { journal, mark, lines, signal } = writing;
  const began = performance.now();
  let unwritten = batch;
  try {
    if (batch.length > 0) await journal.append(await recordOf(batch));
    unwritten = [];
    await mark.write({ isLast: signal.aborted });
    writing.failures = 0;
    writing.since = undefined;
  } catch (error) {
    writing.since ??= began;
    lines.putBack(unwritten);
    writing.onError(error as Error);
    writing.givenUp = signal.aborted;
    if (!writing.givenUp) await pause(retryAfter(writing.failures++), signal);
  }
  await pause(everyMs - (performance.now() - began), signal);
}

const retryAfter = (failures: number) => Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most);

/** None where the write took longer. */
const pause = (ms: number, signal: AbortSignal) =>
  sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);

/** Writes the marks of this process, less often the larger they are. */
function createPacedMark(mark: MarkWriter) {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let due = false;
  return {
    marks: mark.marks,
    due: () => due,
    add(acknowledged: Parameters<MarkWriter['add']>[0]): void {
      mark.add(acknowledged);
      due = true;
    },
    /** @param isLast the last write is never skipped */
    async write({ isLast }: { isLast: boolean }): Promise<void> {
      const early = performance.now() - writtenAt < mark.size() / MARK_BYTES_PER_MS;
      if (!due || (early && !isLast)) return;
      due = false;
      try {
        await mark.write();
      } catch (error) {
        due = true;
        throw error;
      }
      writtenAt = performance.now();
    },
  };
}
