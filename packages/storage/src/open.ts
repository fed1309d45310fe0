/** Opens the store that an installation's configuration names. */
import type { Metrics } from '@rafaga/runtime/metrics';
import { createS3Store, type S3Config } from './bucket/store.js';
import { createFolderStore, type FolderOptions } from './folder.js';
import type { FileStore } from './store.js';
import { measureStore, watchPacks } from './storeMetrics.js';

export interface StoreConfig {
  /** The folder of the files, when there is no bucket. */
  filesDir: string;
  s3?: S3Config;
}

export const openStore = (
  { filesDir, s3 }: StoreConfig,
  options: Pick<FolderOptions, 'watchPacks'> = {},
): FileStore => (s3 ? createS3Store(s3) : createFolderStore(filesDir, options));

/** The same, which adds its operations and its packs to the metrics of this process. */
export function openMeasuredStore(config: StoreConfig, metrics: Metrics): FileStore {
  const packs = config.s3 ? {} : { watchPacks: watchPacks(metrics) };
  return measureStore(openStore(config, packs), metrics);
}
