/** Bundles of archived documents: written, checked, and read entry by entry. */

export {
  type Archived,
  archiveBusiness,
  type BundleLimits,
} from './archiveBusiness.js';
export {
  type ArchivedDocument,
  type ArchiveReader,
  createArchiveReader,
} from './archivedDocument.js';
export { checkBundle } from './checkBundle.js';
export { checkIndex, UNRECORDED } from './monthIndex.js';
