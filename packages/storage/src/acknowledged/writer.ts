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

export function createAcknowledgementWriter(
  { journal, mutable }: Pick<FileStore, 'journal' | 'mutable'>,
  { everyMs = EVERY_MS, maxChars = MAX_CHARS, onError }: WriterOptions,
): AcknowledgementWriter {
  const mark = createPacedMark(createMarkWriter(mutable));
  const lines = createLineBuffer(maxChars);
  const closing = new AbortController();
  let since: number | undefined;
  let failures = 0;
  let givenUp = false;

  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  async function write(batch: string[]): Promise<void> {
    const began = performance.now();
    let unwritten = batch;
    try {
      if (batch.length > 0) await journal.append(await recordOf(batch));
      unwritten = [];
      await mark.write(closing.signal.aborted);
      failures = 0;
      since = undefined;
    } catch (error) {
      since ??= began;
      lines.putBack(unwritten);
      onError(error as Error);
      givenUp = closing.signal.aborted;
      if (!givenUp) await pause(Math.min(RETRY_MS.first * 2 ** failures++, RETRY_MS.most));
    }
    await pause(everyMs - (performance.now() - began));
  }

  const waiting = () => lines.length() + (mark.due() ? 1 : 0);
  const batcher = createBatcher<string>({
    write,
    queue: {
      add: lines.add,
      takeBatch: lines.takeAll,
      length: () => (givenUp ? 0 : waiting()),
    },
  });

  return {
    add({ line, ...acknowledged }) {
      mark.add(acknowledged);
      batcher.add(line);
    },
    marks: mark.marks,
    trouble: () => ({ ...(since !== undefined && { since }), dropped: lines.dropped() }),
    async close() {
      closing.abort();
      const end = performance.now() + CLOSE_WITHIN_MS;
      await settledWithin(batcher.drain(), CLOSE_WITHIN_MS, { unref: true });
      if (waiting() === 0) return;
      // the write in progress failed: a last attempt
      givenUp = false;
      batcher.flush();
      await settledWithin(batcher.drain(), end - performance.now(), { unref: true });
    },
  };
}

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
    /** @param last whether this is the last write, which is never skipped */
    async write(last: boolean): Promise<void> {
      const early = performance.now() - writtenAt < mark.size() / MARK_BYTES_PER_MS;
      if (!due || (early && !last)) return;
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
