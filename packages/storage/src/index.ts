/** Where a document's bytes rest. */
export { describe } from './content.js';
export * from './folder.js';
export { keyInside } from './inside.js';
export { openStore, type StorePlace } from './open.js';
export * from './store.js';
export * from './watched.js';
