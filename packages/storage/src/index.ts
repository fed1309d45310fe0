/**
 * Stores the files of documents in a folder or a bucket, with the journal of acknowledged
 * documents.
 */
export { decisionKeeper, readDecisions } from './acknowledged/decisions.js';
export { type Acknowledged, readAcknowledged } from './acknowledged/entry.js';
export { type Marks, mergeMarks, readMarks } from './acknowledged/marks.js';
export * from './acknowledged/writer.js';
export { cacheReads } from './cachedReads.js';
export { hashAndSize } from './content.js';
export { syncFolder } from './durable.js';
export * from './folder.js';
export { mirrorFolder } from './mirror/mirror.js';
export { repairCopy } from './mirror/repair.js';
export { openMeasuredStore, openStore, type StoreConfig } from './open.js';
export { bucketProblem, storeProbe } from './probe.js';
export { readable } from './readable.js';
export { restoreFile } from './restored.js';
export * from './store.js';
export * from './watched.js';
export { writeOnce } from './writeOnce.js';
export { zipEntryKey, zipRangeKey } from './zipEntries.js';
