/** Tests a rebuild whose workers are killed: another one continues, and its report is of all. */
import { expect, test } from '@jest/globals';
import { requestRestorationStep } from '@rafaga/db';
import { BY } from '../../packages/db/testing/aDocument.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { type Program, startNode } from '../support/program.js';
import { programOf } from '../support/programs.mjs';
import { MASTER_KEY, PEPPER } from '../support/settings.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';
import { restorationOf } from './restorationOf.js';

const SOLD = 400;

const worker = ({ databaseUrl, redisUrl, home, simulatorUrl }: Installation): Program =>
  startNode(programOf('worker'), {
    ...process.env,
    DATABASE_URL: programUrl(databaseUrl, 'worker'),
    REDIS_URL: redisUrl,
    RAFAGA_HOME: home,
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    RAFAGA_PEPPER: PEPPER.toString('base64'),
    RAFAGA_SIMULATOR_URL: simulatorUrl,
    RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8',
    WORKER_HEALTH_PORT: '0',
    LOG_LEVEL: 'error',
  });

test('workers that are killed in a rebuild leave it to the next one', async () => {
  const own = await anInstallation();
  try {
    const copy = await own.backup();
    const api = await own.api();
    for (let sold = 0; sold < SOLD; sold += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          untilIssued(() => api.boleta(own.tenant.credentials, {}, `sold-${sold + at}`)),
        ),
      );
    await own.restore(copy);
    const run = restorationOf(own);
    await run('iniciar', '--motivo', 'prueba');
    const db = own.db();
    await requestRestorationStep(db, BY, 'rebuild');
    const count = async (of: string) =>
      (await db.pool.query<{ count: number }>(`SELECT (${of})::int AS count`)).rows[0]?.count ?? 0;
    const rebuilt = () => count('SELECT count(*) FROM documents');
    for (const least of [1, SOLD / 2]) {
      const killed = worker(own);
      await waitFor('documents', async () => (await rebuilt()) >= least, { everyMs: 1 });
      await killed.end('SIGKILL');
    }
    const [one, two] = [worker(own), worker(own)];
    const reports = () => count('SELECT count(rebuilt) FROM restorations');
    await waitFor('the report', async () => (await reports()) > 0);
    expect((await run()).reconstruido).toMatchObject({
      documents: SOLD,
      series: [{ from: 1, to: SOLD, documents: SOLD }],
      failed: [],
    });
    expect(await count('SELECT max(epoch) FROM restorations')).toBeGreaterThanOrEqual(2);
    await Promise.all([one.end('SIGKILL'), two.end('SIGKILL')]);
  } finally {
    await own.stop();
  }
});
