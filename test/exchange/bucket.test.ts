/**
 * Tests with the files in a bucket: a CDR waits in PostgreSQL while the bucket is unavailable, and
 * a month is archived, proved and detached, and then read from the bucket.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { timeline } from '@rafaga/db';
import { openStore } from '@rafaga/storage';
import type { Checkpoint } from '@rafaga/worker';
import { aBucket, type Bucket } from '../../packages/storage/testing/bucket.js';
import { aHome, PROGRAM, rafagaIn } from '../support/cli.js';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { issueInThePast, searchable } from '../support/pastMonth.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

const run = promisify(execFile);

let bucket: Bucket;
/** Between the bucket and the programs. */
let link: FaultProxy;
let s3: Bucket['config'];
let environment: TestEnvironment;
let tenant: Tenant;
let month: string;
/** Called when the worker has an answer of the authority. */
let onAnswer = () => {};

beforeAll(async () => {
  bucket = await aBucket({ conditions: true });
  link = await startFaultProxy(bucket.config.endpoint ?? '');
  s3 = { ...bucket.config, endpoint: `http://127.0.0.1:${link.port}` };
  environment = await startEnvironment();
  month = await issueInThePast(environment.db);
  tenant = await createTenant(environment.db);
  const checkpoint = (at: Checkpoint) => {
    if (at === 'answered') onAnswer();
  };
  await environment.work({ checkpoint }, { s3 });
});
afterAll(async () => {
  await environment.stop();
  await link.stop();
  await bucket.stop();
});

/** Waits until no CDR is in PostgreSQL. */
const allCdrsMoved = () =>
  waitFor('all CDRs in the bucket', async () => {
    const { rowCount } = await environment.db.pool.query('UPDATE pending_cdrs SET next_at = now()');
    return rowCount === 0;
  });

test('a CDR that a bucket does not take for a while is in it afterwards', async () => {
  const answered = new Promise<void>((resolve) => {
    onAnswer = () => {
      link.down();
      resolve();
    };
  });
  const id = await environment.issue(tenant, 'boleta');
  await answered;
  onAnswer = () => {};
  expect((await environment.until(id, settled)).outcome).toMatchObject({
    state: 'accepted',
    code: '0',
  });
  link.heal();
  await allCdrsMoved();
  expect((await timeline(environment.db, id)).map(({ step }) => step)).toContain('cdr');
  const file = (await environment.until(id, settled)).files.find(({ kind }) => kind === 'cdr');
  expect(
    (await openStore({ filesDir: '', s3 }).get(file?.objectKey ?? '', file?.sha256))
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('a month in a bucket is proved, detached, and read through the API', async () => {
  const { db, databaseUrl, redisUrl } = environment;
  const api = await environment.api({ s3 });
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await environment.untilEnded([id]);
  await allCdrsMoved();
  await searchable(db);
  const read = () =>
    Promise.all(
      ['', '/xml', '/cdr', '/pdf'].map(async (end) => {
        const { status, bytes } = await api.get(`/v1/boletas/${id}${end}`, tenant.credentials);
        return { status, content: bytes.toString('hex') };
      }),
    );
  const statuses = async () => (await read()).map(({ status }) => status);
  const before = await read();
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  const home = homeOf({ databaseUrl, redisUrl });
  const rafaga = rafagaIn(home);
  expect(await rafaga('archivar', 'crear', month)).toMatchObject({ code: 0 });
  const { stdout } = await rafaga('archivar', 'verificar');
  expect(stdout).toContain('1 paquete, 2 comprobantes');
  await seenAsChanged(rafaga);

  const env = { RAFAGA_HOME: home, DATABASE_URL: databaseUrl };
  await run(process.execPath, [PROGRAM, 'archivar', 'desprender', month], { env });
  expect((await db.pool.query('SELECT FROM documents')).rowCount).toBe(0);
  expect(await read()).toEqual(before);

  link.down();
  expect(await statuses()).toEqual([503, 503, 503, 503]);
  link.heal();
  expect(await read()).toEqual(before);
});

/** The home of a CLI that reads and writes the bucket. */
const homeOf = (servers: { databaseUrl: string; redisUrl: string }): string =>
  aHome({
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    RAFAGA_S3_BUCKET: s3.bucket,
    RAFAGA_S3_ENDPOINT: s3.endpoint ?? '',
    RAFAGA_S3_ACCESS_KEY_ID: s3.credentials?.accessKeyId ?? '',
    RAFAGA_S3_SECRET_ACCESS_KEY: s3.credentials?.secretAccessKey ?? '',
    RAFAGA_S3_PATH_STYLE: '1',
  });

/** A bundle with one changed byte is named, and whole again with its own. */
async function seenAsChanged(rafaga: ReturnType<typeof rafagaIn>): Promise<void> {
  const listed = await rafaga('archivar', 'listar', '--json');
  const [{ archivo, sha256 }] = JSON.parse(listed.stdout).paquetes;
  const zip = await openStore({ filesDir: '', s3 }).get(archivo, Buffer.from(sha256, 'hex'));
  const changed = Buffer.from(zip);
  changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
  await bucket.spoil(archivo, changed);
  expect(await rafaga('archivar', 'verificar')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${archivo}: sus bytes cambiaron`),
  });
  await bucket.spoil(archivo, zip);
  expect(await rafaga('archivar', 'verificar')).toMatchObject({ code: 0 });
}
