/** Tests that decisions of persons about documents, made after a backup, are not undone by it. */
import { expect, test } from '@jest/globals';
import { addSeries, setPassword } from '@rafaga/db';
import { hashPassword } from '@rafaga/secrets';
import { BY } from '../../packages/db/testing/aDocument.js';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { rafagaIn } from '../support/cli.js';
import { untilIssued } from '../support/untilIssued.js';
import { waitFor } from '../support/waitFor.js';
import { anInstallation, type Installation } from './copy.js';
import { restorationOf } from './restorationOf.js';

const PASSWORD = 'una frase de cuatro palabras';

async function aDecider(own: Installation): Promise<string> {
  const { userId, email } = await aPerson(own.db());
  await setPassword(own.db(), BY, userId, await hashPassword(PASSWORD, 1));
  return email;
}

/** Two persons of the database discard the document of a reference. */
async function discard(own: Installation, reference: string): Promise<void> {
  const [ana, luis] = [await aDecider(own), await aDecider(own)];
  const rafaga = rafagaIn(own.home, {
    DATABASE_URL: own.databaseUrl,
    REDIS_URL: own.redisUrl,
    RAFAGA_CLAVE_PERSONA: PASSWORD,
  });
  const words = ['--ruc', own.tenant.ruc, '--json'];
  const read = ['--como', 'descartada'];
  const how = [...read, '--motivo', 'se vendió dos veces'];
  const runs = [
    await rafaga('referencia', 'resolver', reference, '--persona', ana, ...how, ...words),
    await rafaga('referencia', 'aprobar', reference, '--persona', luis, ...read, ...words),
  ];
  expect(runs.map(({ code, stderr }) => [code, code === 0 ? '' : stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
}

const IN_REVIEW = `UPDATE emissions SET stage = 'review', review_reason = 'crashes'
  WHERE document_id = $1`;

const SETTLED = 'SELECT FROM outcomes WHERE document_id = $1 AND state IS NOT NULL';

async function sell(own: Installation, reference: string): Promise<number> {
  const api = await own.api();
  const sold = await untilIssued(() => api.boleta(own.tenant.credentials, {}, reference));
  // the journal has it then
  await api.stop();
  return (sold.json.datos as { id: number }).id;
}

/** A worker finds that sales are missing. */
async function begunIn(own: Installation): Promise<ReturnType<typeof restorationOf>> {
  await own.worker();
  const run = restorationOf(own);
  await waitFor('the restoration', async () => (await run()).abierta);
  return run;
}

async function sentNumbers({ simulatorUrl }: Installation): Promise<unknown[]> {
  const answer = await fetch(`${simulatorUrl}/control/ledger`);
  return ((await answer.json()) as { document: string }[]).map(({ document }) => document);
}

test('a document that two persons discarded after the backup is not sent', async () => {
  const own = await anInstallation();
  try {
    const [pending, reviewed] = [await sell(own, 'pending'), await sell(own, 'reviewed')];
    await own.db().pool.query(IN_REVIEW, [reviewed]);
    const copy = await own.backup();
    const late = await sell(own, 'late');
    const kept = await sell(own, 'kept');
    for (const id of [pending, late]) await own.db().pool.query(IN_REVIEW, [id]);
    for (const reference of ['pending', 'reviewed', 'late']) await discard(own, reference);
    await own.restore(copy);

    const run = await begunIn(own);
    expect((await run('reconstruir')).reconstruido).toMatchObject({ documents: 2, decided: 3 });
    // the result of a second run is that of the first one
    expect((await run('reconstruir')).reconstruido).toMatchObject({ documents: 2, decided: 3 });
    await run('terminar', '--persona', 'ana', '--saltar', '20', '--motivo', 'prueba');
    await run('terminar', '--persona', 'luis', '--saltar', '20');

    const db = own.db();
    await waitFor('the other document to be settled', async () => {
      const { rowCount } = await db.pool.query(SETTLED, [kept]);
      return rowCount === 1;
    });
    const { rows } = await db.pool.query(
      `SELECT e.document_id::int8::text AS id, e.stage, e.review_reason AS reason,
          r.state AS reference, (SELECT detail FROM attempts a WHERE a.document_id = d.id
            AND a.step = 'review' ORDER BY a.id DESC LIMIT 1) AS detail
        FROM emissions e JOIN documents d ON d.id = e.document_id
          JOIN "references" r ON r.business_id = d.business_id AND r.key = d.reference
        ORDER BY d.id`,
    );
    expect(rows).toEqual(
      [pending, reviewed, late].map((id) => ({
        id: String(id),
        stage: 'review',
        reason: 'decided',
        reference: 'review',
        detail: expect.stringMatching(/^decided: descartado por .*: se vendió dos veces$/),
      })),
    );
    expect(await sentNumbers(own)).toEqual([expect.stringContaining('B001-4')]);
  } finally {
    await own.stop();
  }
});

test('it is not sent either where no sale was made after the backup', async () => {
  const own = await anInstallation();
  try {
    const [pending, other] = [await sell(own, 'pending'), await sell(own, 'other')];
    const copy = await own.backup();
    await own.db().pool.query(IN_REVIEW, [pending]);
    await discard(own, 'pending');
    await own.restore(copy);

    const worker = await own.worker();
    const db = own.db();
    const settled = async (id: number) => {
      const { rowCount } = await db.pool.query(SETTLED, [id]);
      return rowCount === 1;
    };
    await waitFor('the other document to be settled', () => settled(other));
    const review = 'SELECT stage, review_reason FROM emissions WHERE document_id = $1';
    const { rows } = await db.pool.query(review, [pending]);
    expect(rows).toEqual([{ stage: 'review', review_reason: 'decided' }]);
    expect(await restorationOf(own)()).toEqual({ abierta: false });

    // resumed by a person who has read the decision, it is not held a second time
    await worker.stop();
    await db.pool.query(
      `UPDATE emissions SET stage = 'recorded', review_reason = NULL WHERE document_id = $1`,
      [pending],
    );
    await own.worker();
    await waitFor('the resumed document to be settled', () => settled(pending));
  } finally {
    await own.stop();
  }
});

test('a change of environment after the backup is told before the end', async () => {
  const own = await anInstallation();
  try {
    const { id, ruc } = own.tenant;
    await sell(own, 'before');
    const copy = await own.backup();
    await own.db().pool.query(`UPDATE businesses SET environment = 'beta', authority = 'beta'`);
    await addSeries(own.db(), BY, id, 'B001');
    await sell(own, 'after');
    await own.restore(copy);

    const run = await begunIn(own);
    const left = [{ ruc, emitio_en: 'beta', esta_en: 'simulado' }];
    expect(await run('reconstruir')).toMatchObject({ otro_ambiente: left });
    await own.db().pool.query(`UPDATE businesses SET environment = 'beta', authority = 'beta'`);
    expect(await run()).toMatchObject({ otro_ambiente: [] });
  } finally {
    await own.stop();
  }
});
