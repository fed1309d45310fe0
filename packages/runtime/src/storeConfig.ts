/** Reads where an installation's files are stored; the same for every process. */
import path from 'node:path';
import { address, ConfigError, choice, text } from './config.js';

/** To be spread into the variables that a process reads. */
export const STORE_VARIABLES = {
  RAFAGA_HOME: text('.rafaga'),
  RAFAGA_S3_BUCKET: text(''),
  RAFAGA_S3_ENDPOINT: address(['http', 'https'], ''),
  RAFAGA_S3_REGION: text('us-east-1'),
  RAFAGA_S3_ACCESS_KEY_ID: text(''),
  RAFAGA_S3_SECRET_ACCESS_KEY: text(''),
  RAFAGA_S3_PATH_STYLE: choice(['0', '1'], '0'),
} as const;

type Values = { [Name in keyof typeof STORE_VARIABLES]: string };

export interface StoreConfig {
  filesDir: string;
  s3?: {
    bucket: string;
    region: string;
    pathStyle: boolean;
    endpoint?: string;
    credentials?: { accessKeyId: string; secretAccessKey: string };
  };
}

/**
 * The bucket, if one is named; otherwise the folder.
 * @throws ConfigError when only one of the two keys is given
 */
export function storeConfig(env: Values): StoreConfig {
  const filesDir = path.join(env.RAFAGA_HOME, 'files');
  const {
    RAFAGA_S3_BUCKET: bucket,
    RAFAGA_S3_ACCESS_KEY_ID: accessKeyId,
    RAFAGA_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env;
  if (!bucket) return { filesDir };
  if (!accessKeyId !== !secretAccessKey)
    throw new ConfigError(
      'Las variables RAFAGA_S3_ACCESS_KEY_ID y RAFAGA_S3_SECRET_ACCESS_KEY van juntas: falta una.',
    );
  const s3 = {
    bucket,
    region: env.RAFAGA_S3_REGION,
    pathStyle: env.RAFAGA_S3_PATH_STYLE === '1',
    ...(env.RAFAGA_S3_ENDPOINT && { endpoint: env.RAFAGA_S3_ENDPOINT }),
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
  };
  return { filesDir, s3 };
}
