/** Where a document's bytes rest. */
export * from './folder.js';
export { openStore, type StorePlace } from './open.js';
export * from './store.js';
