/** A real S3 server (s3rver) with one bucket, for tests. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { S3Config } from '../src/bucket/store.js';

export interface Bucket {
  config: S3Config;
  /** Changes the content of an object and leaves its recorded hash. */
  spoil(key: string, content: Buffer): Promise<void>;
  stop(): Promise<void>;
}

const NAME = 'comprobantes';

/** The internals of s3rver that tests change: a Koa application with a store. */
interface S3rverInternals {
  middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[];
  store: { existsObject(bucket: string, key: string): Promise<boolean> };
}

interface Context {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  status: number;
  req: { resume(): void };
}

/** @param options with `conditions`, a PUT honours If-None-Match, which s3rver alone does not */
export async function aBucket({ conditions }: { conditions: boolean }): Promise<Bucket> {
  const directory = mkdtempSync(path.join(tmpdir(), 'rafaga-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: NAME, configs: [] }],
  });
  if (conditions) supportConditions(server as unknown as S3rverInternals);
  const { port } = (await server.run()) as { port: number };
  const endpoint = `http://127.0.0.1:${port}`;
  const place: S3Config = {
    bucket: NAME,
    region: 'us-east-1',
    endpoint,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    pathStyle: true,
  };
  return {
    config: place,
    async spoil(key, content) {
      const { GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
      const client = new S3Client({
        ...place,
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
      });
      const { Metadata } = await client.send(new GetObjectCommand({ Bucket: NAME, Key: key }));
      await client.send(new PutObjectCommand({ Bucket: NAME, Key: key, Body: content, Metadata }));
      client.destroy();
    },
    // a call whose caller is gone may still write: the test run removes its temporary folder
    stop: () => server.close(),
  };
}

function supportConditions({ middleware, store }: S3rverInternals): void {
  const turns = new Map<string, Promise<void>>();
  middleware.unshift(async (ctx, next) => {
    if (ctx.method !== 'PUT' || ctx.headers['if-none-match'] !== '*') return next();
    const put = async () => {
      if (!(await store.existsObject(NAME, decodeURIComponent(ctx.path).slice(NAME.length + 2))))
        return next();
      ctx.req.resume();
      ctx.status = 412;
    };
    const turn = (turns.get(ctx.path) ?? Promise.resolve()).then(put, put);
    turns.set(ctx.path, turn);
    return turn;
  });
}
