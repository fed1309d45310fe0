/** Opens the store that an installation's configuration names. */

import { createS3Store, type S3Config } from './bucket/store.js';
import { createFolderStore } from './folder.js';
import type { FileStore } from './store.js';

export interface StoreConfig {
  /** The folder of the files, when there is no bucket. */
  filesDir: string;
  s3?: S3Config;
}

export const openStore = ({ filesDir, s3 }: StoreConfig): FileStore =>
  s3 ? createS3Store(s3) : createFolderStore(filesDir);
