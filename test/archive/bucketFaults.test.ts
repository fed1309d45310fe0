/** Archives a month into a bucket whose connections break in the middle of answers. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aBucket, type Bucket } from '../../packages/storage/testing/bucket.js';
import { aHome, rafagaIn } from '../support/cli.js';
import { type Cut, type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { issueInThePast, searchable } from '../support/pastMonth.js';
import { createTenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

const DOCUMENTS = 6;
const IN_A_BUNDLE = 2;

let bucket: Bucket;
/** Between the bucket and the programs. */
let link: FaultProxy;
let environment: TestEnvironment;
let month: string;
let rafaga: ReturnType<typeof rafagaIn>;
beforeAll(async () => {
  bucket = await aBucket({ conditions: true });
  link = await startFaultProxy(bucket.config.endpoint ?? '');
  environment = await startEnvironment();
  const { db, databaseUrl, redisUrl } = environment;
  month = await issueInThePast(db);
  rafaga = rafagaIn(
    aHome({
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      RAFAGA_S3_BUCKET: bucket.config.bucket,
      RAFAGA_S3_ENDPOINT: `http://127.0.0.1:${link.port}`,
      RAFAGA_S3_ACCESS_KEY_ID: bucket.config.credentials?.accessKeyId ?? '',
      RAFAGA_S3_SECRET_ACCESS_KEY: bucket.config.credentials?.secretAccessKey ?? '',
      RAFAGA_S3_PATH_STYLE: '1',
    }),
  );
  await environment.work({}, { s3: bucket.config });
  const tenant = await createTenant(db);
  await environment.untilEnded(
    await environment.issueAll(tenant, 'boleta', Array(DOCUMENTS).fill('45678912')),
  );
  await waitFor('all CDRs in the bucket', async () => {
    const { rowCount } = await db.pool.query('UPDATE pending_cdrs SET next_at = now()');
    return rowCount === 0;
  });
  await searchable(db);
});
afterAll(async () => {
  await environment.stop();
  await link.stop();
  await bucket.stop();
});

/** Breaks each connection a little later than the one before, in an answer. */
function breaking(): () => Cut {
  let opened = 0;
  return () => {
    opened += 1;
    return { direction: 'answer', bytes: 100 * opened ** 2 };
  };
}

test('a run that loses its bucket is finished by the next, nothing twice', async () => {
  link.cut(breaking());
  const words = ['archivar', 'crear', month, '--por-paquete', String(IN_A_BUNDLE)];
  let failed = 0;
  await waitFor('a run that ends well', async () => {
    const { code } = await rafaga(...words);
    failed += Number(code !== 0);
    return code === 0;
  });
  expect(failed).toBeGreaterThan(0);
  link.heal();
  expect(await rafaga('archivar', 'verificar')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${DOCUMENTS / IN_A_BUNDLE} paquetes, ${DOCUMENTS} comprob`),
  });
});
