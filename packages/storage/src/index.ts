/** Where a document's bytes rest. */
export { type Acknowledged, readAcknowledged } from './acknowledged/entry.js';
export { type Marks, mergeMarks, readMarks, type SeriesMark } from './acknowledged/marks.js';
export * from './acknowledged/writer.js';
export { describe } from './content.js';
export * from './folder.js';
export { keyInside } from './inside.js';
export type { Journal } from './journal/journal.js';
export type { Notes } from './notes/notes.js';
export { openStore, type StorePlace } from './open.js';
export { type StoreProbe, storeProbe, storeTrouble } from './probe.js';
export * from './store.js';
export * from './watched.js';
