/**
 * Files in a bucket of anything that speaks S3, each an object under its name. Never overwritten: a
 * writer asks first, and writes under the condition that nobody was faster, which AWS, MinIO, R2,
 * Ceph and their like honour. The client is loaded at its first use: who keeps files in a folder
 * never pays for it.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { keyedLock } from '@rafaga/runtime/concurrency';
import { checked, describe } from './content.js';
import { createBucketJournal } from './journal/bucket.js';
import type { MutableFiles } from './mutable/mutable.js';
import { PROBE_BYTES } from './probe.js';
import { FileDamaged, FileMissing, type FileStore, limaDay } from './store.js';
import { withZipEntries } from './zipEntries.js';

export interface S3Config {
  bucket: string;
  region: string;
  /** Absent: AWS's own. */
  endpoint?: string;
  /** Absent: wherever AWS's client finds them, a role of the machine among others. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** The bucket in the path and not in the host's name: most servers but AWS's. */
  pathStyle: boolean;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const CONNECT_MS = 2_000;
const ANSWER_MS = 10_000;
const ATTEMPTS = 3;
/** Another writer of the same key was faster, or is at it. */
const TAKEN = [409, 412];

export function createS3Store(config: S3Config): FileStore {
  const { bucket: Bucket } = config;
  // one writer of a key at a time in this process, whatever the server makes of the condition
  const locked = keyedLock();
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, config) }));
    return opened;
  };

  /** Says whether it was first. */
  async function keep(
    Key: string,
    content: Buffer,
    { sha256 } = describe(content),
  ): Promise<boolean> {
    const { sdk, client } = await open();
    const there = await client.send(new sdk.HeadObjectCommand({ Bucket, Key })).catch(unless(404));
    if (there) return false;
    const put = new sdk.PutObjectCommand({
      Bucket,
      Key,
      Body: content,
      IfNoneMatch: '*',
      ChecksumSHA256: sha256.toString('base64'),
      Metadata: { sha256: sha256.toString('hex') },
    });
    return (await client.send(put).catch(unless(...TAKEN))) !== undefined;
  }

  async function get(Key: string, sha256?: Buffer): Promise<Buffer> {
    const { sdk, client } = await open();
    const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key })).catch(unless(404));
    if (!found?.Body) throw new FileMissing(Key);
    const content = Buffer.from(await found.Body.transformToByteArray());
    const noted = found.Metadata?.sha256;
    return checked(Key, content, sha256 ?? (noted ? Buffer.from(noted, 'hex') : undefined));
  }

  const found = (key: string): Promise<Buffer | undefined> =>
    get(key).catch((error) => {
      if (!(error instanceof FileMissing)) throw error;
      return undefined;
    });

  /** What stands directly below a folder, objects and folders alike. */
  async function listFolder(folder: string): Promise<string[]> {
    const { sdk, client } = await open();
    const Prefix = `${folder}/`;
    const names: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', ContinuationToken }),
      );
      const keys = (page.Contents ?? []).map(({ Key = '' }) => Key);
      const folders = (page.CommonPrefixes ?? []).map(({ Prefix: below = '/' }) =>
        below.slice(0, -1),
      );
      names.push(...[...keys, ...folders].map((key) => key.slice(Prefix.length)));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return names.filter((name) => name !== '').sort();
  }

  const mutable: MutableFiles = {
    list: listFolder,
    read: found,
    async write(Key, content) {
      const { sdk, client } = await open();
      const Metadata = { sha256: describe(content).sha256.toString('hex') };
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: content, Metadata }));
    },
    async remove(Key) {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
  };

  /** By issuer and day, as `objectKey` names them. */
  async function* listFiles(
    from: Date,
    rucs: readonly string[],
  ): AsyncGenerator<{ name: string; objectKey: string }> {
    const first = limaDay(from.getTime());
    for (const ruc of rucs)
      for (const day of (await listFolder(ruc)).filter((name) => name >= first))
        for (const file of await listFolder(`${ruc}/${day}`)) {
          const objectKey = `${ruc}/${day}/${file}`;
          yield { name: objectKey, objectKey };
        }
  }

  return withZipEntries({
    list: listFiles,
    mutable,
    journal: createBucketJournal(mutable),
    get,
    put: (name, content) =>
      locked(name, async () => {
        const described = describe(content);
        for (const key of [name, besides(name, described.sha256)]) {
          const rests = (await keep(key, content, described)) || (await get(key)).equals(content);
          if (rests) return { objectKey: key, ...described };
        }
        throw new FileDamaged(name);
      }),
    once: (key, make) =>
      locked(key, async () => {
        const before = await found(key);
        if (before) return { objectKey: key, content: before, ...describe(before) };
        const made = await make();
        const content = (await keep(key, made)) ? made : await get(key);
        return { objectKey: key, content, ...describe(content) };
      }),
    find: found,
    async probe() {
      const { sdk, client } = await open();
      const Key = `.probe/${randomUUID()}`;
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(PROBE_BYTES) }));
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
  });
}

/**
 * Where other bytes rest under a name, of an attempt that nobody could write down, these get one
 * after their own hash.
 */
const besides = (name: string, sha256: Buffer) =>
  path.posix.join(
    path.posix.dirname(name),
    `${sha256.toString('hex').slice(0, 16)}-${path.posix.basename(name)}`,
  );

function clientOf(sdk: Sdk, { region, endpoint, credentials, pathStyle }: S3Config): S3Client {
  return new sdk.S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // ours are SHA-256, sent along and kept; what the client adds by itself not every server
    // understands
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  });
}

/**
 * Undefined for answers of these statuses; everything else is thrown, a bucket that is not there
 * included.
 */
const unless =
  (...statuses: number[]) =>
  (error: S3ServiceException): undefined => {
    if (error.name === 'NoSuchBucket' || !statuses.includes(error.$metadata?.httpStatusCode ?? 0))
      throw error;
  };
