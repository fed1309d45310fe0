/**
 * The metrics of a file store: how long it takes to store and to read a file, and the packs that
 * this process writes.
 */
import type { Metrics } from '@rafaga/runtime/metrics';
import type { PackContent } from './folder.js';
import type { PackWatch } from './packs/packFile.js';
import { FileDamaged, FileMissing, type FileStore } from './store.js';

/** Bounds in seconds: from a disk with a cache that survives a power cut to a bucket far away. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** @returns the same store, whose `put` and `get` are measured */
export function measureStore(store: FileStore, { histogram }: Metrics): FileStore {
  const durations = histogram(
    'rafaga_file_operation_duration_seconds',
    'Time to store (put) or to read (get) a file.',
    ['operation', 'result'],
    BOUNDS,
  );

  async function measured<T>(operation: 'put' | 'get', run: () => Promise<T>): Promise<T> {
    const began = performance.now();
    let result = 'done';
    try {
      return await run();
    } catch (error) {
      result = failureOf(error);
      throw error;
    } finally {
      durations.observe({ operation, result }, (performance.now() - began) / 1_000);
    }
  }

  return {
    ...store,
    put: (name, content) => measured('put', () => store.put(name, content)),
    get: (key, sha256) => measured('get', () => store.get(key, sha256)),
  };
}

function failureOf(error: unknown): string {
  if (error instanceof FileMissing) return 'missing';
  return error instanceof FileDamaged ? 'damaged' : 'failed';
}

/** @returns what a folder tells about its packs */
export function watchPacks({ counter, gauge, onScrape }: Metrics): (of: PackContent) => PackWatch {
  const labels = ['content'] as const;
  const begun = counter('rafaga_packs_begun_total', 'Packs that were begun.', labels);
  const writes = counter(
    'rafaga_pack_writes_total',
    'Writes to packs: each stores the files that arrived together, with one sync.',
    labels,
  );
  const files = counter('rafaga_pack_files_total', 'Files that were stored in packs.', labels);
  const bytes = counter(
    'rafaga_pack_written_bytes_total',
    'Bytes that were written to packs, with the headers of their files.',
    labels,
  );
  const since = gauge(
    'rafaga_pack_begun_timestamp_seconds',
    'When the pack was begun to which this process appends.',
    labels,
  );
  const open = new Map<PackContent, number>();
  onScrape([since], async () => {
    for (const [content, ms] of open) since.set({ content }, ms / 1_000);
  });
  return (content) => ({
    begun() {
      begun.inc({ content });
      open.set(content, Date.now());
    },
    wrote(entries, size) {
      writes.inc({ content });
      files.inc({ content }, entries);
      bytes.inc({ content }, size);
    },
    left: () => void open.delete(content),
  });
}
