/**
 * Opens the S3 client at its first use, so that an installation without a bucket never loads it.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { type BodyBounds, boundBodies } from './boundedBodies.js';
import { nameUnreachable } from './unreachable.js';

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

type Sdk = typeof import('./sdk.js').sdk;

export type OpenClient = () => Promise<{ sdk: Sdk; client: S3Client }>;

/** How long the server of a bucket may take, and how much it may answer. */
export interface BucketBounds {
  /** Milliseconds without a byte in either direction. */
  silenceMs: number;
  /** Milliseconds from the request, with its body, to the head of the answer. */
  answerMs: number;
  body: BodyBounds;
  /** Of one list, each of a thousand names. */
  listPages: number;
}

/** Wide enough for a bundle of the archive on a line of 2 Mbit/s. */
export const BOUNDS: BucketBounds = {
  silenceMs: 10_000,
  answerMs: 150_000,
  body: { withinMs: 150_000, maxBytes: 128 * 1024 * 1024 },
  listPages: 10_000,
};
const CONNECT_MS = 2_000;
const ATTEMPTS = 3;
/**
 * A request that waits for a socket counts as one that does not connect. A worker stores as many
 * files at once as it processes documents, at most 256.
 */
const SOCKETS = { maxSockets: 256 };

export function lazyClient(config: S3Config, bounds: BucketBounds): OpenClient {
  let opened: ReturnType<OpenClient> | undefined;
  return () => {
    opened ??= import('./sdk.js').then(({ sdk }) => ({
      sdk,
      client: clientOf(sdk, config, bounds),
    }));
    return opened;
  };
}

function clientOf(
  sdk: Sdk,
  { region, endpoint, credentials, pathStyle }: S3Config,
  { silenceMs, answerMs, body }: BucketBounds,
): S3Client {
  // on Node 20 its news of versions to come would be in the output of every command
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // not every server supports the client's own checksums; ours are SHA-256 and stored
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: SOCKETS,
      httpsAgent: SOCKETS,
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      requestTimeout: answerMs,
      // otherwise the client only prints a warning and waits on
      throwOnRequestTimeout: true,
    },
  });
  boundBodies(client, body);
  nameUnreachable(client);
  return client;
}
