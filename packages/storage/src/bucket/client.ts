/**
 * Opens the S3 client of a bucket at its first use: an installation that stores files in a folder
 * never loads it.
 */
import type { S3Client } from '@aws-sdk/client-s3';

export interface S3Config {
  bucket: string;
  region: string;
  /** Absent: AWS's own. */
  endpoint?: string;
  /** Absent: wherever the AWS client finds them, in a role of the machine for example. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** The bucket in the path and not in the host's name: most servers but AWS's. */
  pathStyle: boolean;
}

type Sdk = typeof import('@aws-sdk/client-s3');

export type OpenClient = () => Promise<{ sdk: Sdk; client: S3Client }>;

const CONNECT_MS = 2_000;
const ANSWER_MS = 10_000;
const ATTEMPTS = 3;

export function lazyClient(config: S3Config): OpenClient {
  let opened: ReturnType<OpenClient> | undefined;
  return () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, config) }));
    return opened;
  };
}

function clientOf(sdk: Sdk, { region, endpoint, credentials, pathStyle }: S3Config): S3Client {
  return new sdk.S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // our checksums are SHA-256, sent along and stored; not every server understands the ones that
    // the client adds by itself
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  });
}
