/**
 * Opens the S3 client at its first use, so that an installation without a bucket never loads it.
 */
import type { S3Client } from '@aws-sdk/client-s3';

export interface S3Config {
  bucket: string;
  region: string;
  /** Absent: the endpoint of AWS. */
  endpoint?: string;
  /** Absent: found by the AWS client, for example in a role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Whether the bucket is in the path, not in the host name, as on most servers but AWS. */
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
    // not every server supports the client's own checksums; ours are SHA-256 and stored
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  });
}
