/** Where a document's bytes rest. */
export * from './folder.js';
export * from './store.js';
