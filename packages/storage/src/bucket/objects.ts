/** Reads, writes and lists the objects of a bucket. */
import type { S3ServiceException } from '@aws-sdk/client-s3';
import { checked, hashAndSize } from '../content.js';
import type { MutableFiles } from '../mutable/mutable.js';
import { FileDamaged, FileMissing, type Stored } from '../store.js';
import type { ReadRange } from '../zipEntries.js';
import type { OpenClient } from './client.js';
import { bodyBroken } from './unreachable.js';

export interface Objects {
  /** @throws FileMissing or FileDamaged */
  get(key: string, sha256?: Buffer): Promise<Buffer>;
  /** Reads a part of an object, whose hash is unknown. @throws FileMissing or FileDamaged */
  getRange: ReadRange;
  /** Like `get`, but undefined when there is no object. */
  find(key: string): Promise<Buffer | undefined>;
  /** Writes only under a free key; false when an object has it, which stays unchanged. */
  writeNew(key: string, content: Buffer, described?: Omit<Stored, 'objectKey'>): Promise<boolean>;
  /** Replaces the object of this key, if any. */
  overwrite: MutableFiles['write'];
  remove: MutableFiles['remove'];
  /** The names directly below a folder, of objects and folders. */
  list: MutableFiles['list'];
}

/** The status for a range that begins after the last byte. */
const BEYOND_ITS_END = 416;
/** The statuses when another writer has written the key, or is writing it. */
const TAKEN = [409, 412];

export function createObjects(Bucket: string, open: OpenClient, listPages: number): Objects {
  async function read(Key: string, range: { Range?: string } = {}) {
    const { sdk, client } = await open();
    const found = await client
      .send(new sdk.GetObjectCommand({ Bucket, Key, ...range }))
      .catch(unless(404));
    if (!found?.Body) throw new FileMissing(Key);
    const content = Buffer.from(await found.Body.transformToByteArray().catch(bodyBroken));
    return { content, stored: found.Metadata?.sha256 };
  }

  async function get(key: string, sha256?: Buffer): Promise<Buffer> {
    const { content, stored } = await read(key);
    return checked(key, content, sha256 ?? (stored ? Buffer.from(stored, 'hex') : undefined));
  }

  return {
    get,
    async getRange(key, { offset, length }) {
      const range = { Range: `bytes=${offset}-${offset + length - 1}` };
      const { content } = await read(key, range).catch((error) => {
        throw error.$metadata?.httpStatusCode === BEYOND_ITS_END ? new FileDamaged(key) : error;
      });
      return content;
    },
    find: (key) =>
      get(key).catch((error) => {
        if (!(error instanceof FileMissing)) throw error;
        return undefined;
      }),
    async writeNew(Key, content, { sha256 } = hashAndSize(content)) {
      const { sdk, client } = await open();
      const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key })).catch(unless(404));
      if (head) return false;
      const put = new sdk.PutObjectCommand({ Bucket, Key, Body: content, ...whereFree(sha256) });
      return (await client.send(put).catch(unless(...TAKEN))) !== undefined;
    },
    async overwrite(Key, content) {
      const { sdk, client } = await open();
      const Metadata = { sha256: hashAndSize(content).sha256.toString('hex') };
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: content, Metadata }));
    },
    async remove(Key) {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
    list: (folder) => listFolder(Bucket, open, { folder, maxPages: listPages }),
  };
}

/** How an object is written only under a free key, and with this hash alone. */
const whereFree = (sha256: Buffer) => ({
  IfNoneMatch: '*',
  ChecksumSHA256: sha256.toString('base64'),
  Metadata: { sha256: sha256.toString('hex') },
});

/** Every page has a token of its own, and the pages end, whatever the server answers. */
async function listFolder(
  Bucket: string,
  open: OpenClient,
  { folder, maxPages }: { folder: string; maxPages: number },
): Promise<string[]> {
  const { sdk, client } = await open();
  const Prefix = `${folder}/`;
  const names: string[] = [];
  const tokens = new Set<string>();
  let ContinuationToken: string | undefined;
  for (;;) {
    const page = await client.send(
      new sdk.ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', ContinuationToken }),
    );
    const keys = (page.Contents ?? []).map(({ Key = '' }) => Key);
    const folders = (page.CommonPrefixes ?? []).map(({ Prefix: below = '/' }) =>
      below.slice(0, -1),
    );
    names.push(...[...keys, ...folders].map((key) => key.slice(Prefix.length)));
    ContinuationToken = page.NextContinuationToken;
    if (ContinuationToken === undefined) break;
    if (tokens.has(ContinuationToken))
      throw new Error(`the bucket's list of ${Prefix} repeats a page`);
    tokens.add(ContinuationToken);
    if (tokens.size >= maxPages) throw new Error(`the bucket's list of ${Prefix} does not end`);
  }
  return names.filter((name) => name !== '').sort();
}

/** Makes undefined of errors with these statuses, and throws all others and NoSuchBucket. */
const unless =
  (...statuses: number[]) =>
  (error: S3ServiceException): undefined => {
    const status = error.$metadata?.httpStatusCode ?? 0;
    if (error.name !== 'NoSuchBucket' && statuses.includes(status)) return;
    // an answer to HEAD has no body that would say why
    if (error.message === 'UnknownError') error.message = `the bucket answered ${status}`;
    throw error;
  };
