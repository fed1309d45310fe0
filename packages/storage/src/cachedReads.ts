/**
 * Wraps a store and caches the small files that are read more than once, so that they are not
 * inflated and hashed again. Most files are read once: they would only displace others, and their
 * memory would outlive many collections of garbage.
 *
 * Bytes that had the wanted hash stay right, whatever happens to the disk: what is cached can be
 * delivered while its copy on disk is damaged. That damage is found where the disk is read, by
 * `recheck`, by the verification, and by other processes, which do not use this cache.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';
import type { FileStore } from './store.js';

interface Cached {
  /** As text: the bytes of a hash may be a part of more memory. */
  sha256: string;
  content: Buffer;
}

/** The PDFs of 650 documents, or the XML of 900. */
const MAX_BYTES = 16_000_000;
/** An A4 of five lines takes 23 kB. */
const MAX_FILE_BYTES = 64_000;
/** The key, the hash and the objects. */
const OVERHEAD = 1_000;
/** Keys of files that were read once, about as many as files are cached. */
const MAX_READ_ONCE = 1_000;

/** Only files whose hash the caller knows are cached: the hash of the cached bytes must be it. */
export function cacheReads<S extends FileStore>(store: S): S {
  const cached = ttlCache<string, Cached>({
    max: MAX_BYTES / OVERHEAD,
    size: { of: bytesOf, max: MAX_BYTES, maxOfOne: MAX_FILE_BYTES },
  });
  const readOnce = ttlCache<string, true>({ max: MAX_READ_ONCE });

  async function get(key: string, sha256?: Buffer): Promise<Buffer> {
    if (!sha256) return store.get(key);
    const wanted = sha256.toString('hex');
    const known = cached.get(key);
    if (known?.sha256 === wanted) return known.content;
    const content = await store.get(key, sha256);
    if (readOnce.get(key)) cached.set(key, { sha256: wanted, content: copyOf(content) });
    else readOnce.set(key, true);
    return content;
  }

  return { ...store, get };
}

const bytesOf = ({ content }: Cached) => content.length + OVERHEAD;

/** In memory of its own: the bytes may be a part of Buffer's pool, 64 kB that would be kept too. */
function copyOf(content: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}
