/**
 * Writes what was acknowledged into the journal, and the marks after it, beside the database and
 * never in the way of an answer: what comes during one write goes with the next, and a store that
 * is away is tried again.
 *
 * A caller has its 201 before this is on the disk. What is lost, if the database and this process
 * are lost together, is what was acknowledged since the last write began: a quarter of a second on
 * a folder, a second on a bucket.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileStore } from '../store.js';
import { recordOf } from './entry.js';
import { createMarkWriter, type Marks, type SeriesMark } from './marks.js';

export interface Pending extends SeriesMark {
  id: number;
  /** The JSON of its `Acknowledged`. */
  line: string;
}

export interface AcknowledgementWriter {
  add(pending: Pending): void;
  /** Of this process, those included that are not written yet. */
  marks(): Marks;
  /** Since when nothing could be written, on the monotonic clock; and how many were given up. */
  trouble(): { since?: number; dropped: number };
  /** Writes what waits, within some seconds. */
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Milliseconds from the beginning of one write to that of the next. */
  paceMs?: number;
  /** Characters that wait at most, while the store is away. */
  most?: number;
  onError(error: Error): void;
}

const PACE_MS = 250;
const MOST = 48_000_000;
const AGAIN_MS = { first: 500, most: 10_000 };
const CLOSE_MS = 5_000;
/** A note of many series is rewritten more seldom: so many bytes a millisecond. */
const MARK_BYTES_PER_MS = 256;

export function createAcknowledgementWriter(
  { journal, mutable }: Pick<FileStore, 'journal' | 'mutable'>,
  { paceMs = PACE_MS, most = MOST, onError }: WriterOptions,
): AcknowledgementWriter {
  const mark = createMarkWriter(mutable);
  const closing = new AbortController();
  let waiting: string[] = [];
  let size = 0;
  let markedAt = Number.NEGATIVE_INFINITY;
  let markDue = false;
  let since: number | undefined;
  let dropped = 0;
  let writing: Promise<void> | undefined;

  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  async function writeAll(): Promise<void> {
    let failures = 0;
    while (waiting.length > 0 || markDue) {
      const began = performance.now();
      const lines = waiting;
      waiting = [];
      size = 0;
      try {
        if (lines.length > 0) await journal.append(await recordOf(lines));
        lines.length = 0;
        await writeMark();
        failures = 0;
        since = undefined;
      } catch (error) {
        since ??= began;
        putBack(lines);
        onError(error as Error);
        if (closing.signal.aborted) return;
        await pause(Math.min(AGAIN_MS.first * 2 ** failures++, AGAIN_MS.most));
      }
      await pause(paceMs - (performance.now() - began));
    }
  }

  async function writeMark(): Promise<void> {
    const early = performance.now() - markedAt < mark.size() / MARK_BYTES_PER_MS;
    if (!markDue || (early && !closing.signal.aborted)) return;
    markDue = false;
    try {
      await mark.write();
    } catch (error) {
      markDue = true;
      throw error;
    }
    markedAt = performance.now();
  }

  /** The oldest stay: their numbers are the ones that a restored database would give first. */
  function putBack(lines: string[]): void {
    const all = [...lines, ...waiting];
    waiting = [];
    size = 0;
    for (const line of all) keep(line);
  }

  function keep(line: string): void {
    if (size + line.length > most) {
      dropped += 1;
      return;
    }
    waiting.push(line);
    size += line.length;
  }

  function begin(): void {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
  }

  return {
    add({ line, ...acknowledged }) {
      mark.add(acknowledged);
      markDue = true;
      keep(line);
      begin();
    },
    marks: mark.marks,
    trouble: () => ({ ...(since !== undefined && { since }), dropped }),
    async close() {
      closing.abort();
      const late = sleep(CLOSE_MS, undefined, { ref: false });
      await Promise.race([writing, late]);
      if (waiting.length > 0 || markDue) {
        begin();
        await Promise.race([writing, late]);
      }
    },
  };
}
