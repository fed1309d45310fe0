/** The store that an installation's configuration names. */
import { createFolderStore } from './folder.js';
import { createS3Store, type S3Place } from './s3.js';
import type { FileStore } from './store.js';

export interface StorePlace {
  /** Where the files rest when there is no bucket. */
  filesDir: string;
  s3?: S3Place;
}

export const openStore = ({ filesDir, s3 }: StorePlace): FileStore =>
  s3 ? createS3Store(s3) : createFolderStore(filesDir);
