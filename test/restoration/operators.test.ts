/** Tests that the steps of a restoration are taken once: by one worker, and by one person. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  approveProposal,
  beginRestoration,
  createIssuance,
  finishStep,
  openedRestoration,
  ProposalProblem,
  propose,
  proposeEnd,
  RestorationProblem,
  recordProgress,
  requestRestorationStep,
  StepLost,
  targetOf,
  withRequestedStep,
} from '@rafaga/db';
import { emptyReport } from '../../apps/worker/src/restoration/rebuildReport.js';
import { aBusiness, aDocument, BY, KEEP_NOWHERE } from '../../packages/db/testing/aDocument.js';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { waitFor } from '../support/waitFor.js';

let servers: OwnServers;
let db: TestDb;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl, { max: 6 });
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

beforeEach(async () => {
  await db.pool.query('DELETE FROM restorations');
});

const begin = () => beginRestoration(db, { ...BY, reason: 'test' });

/** Ends the connections that wait beside a step with its lock. */
const endLocks = () =>
  waitFor('the lock to be free', async () => {
    const { rows } = await db.pool.query(
      `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND l.classid = 723242 AND l.objid = 6
          AND d.datname = current_database()`,
    );
    return rows.length === 0;
  });

test('a worker that lost its lock writes nothing about the step of another one', async () => {
  await begin();
  await requestRestorationStep(db, BY, 'rebuild');
  const [report, late] = [{ ...emptyReport(), documents: 7 }, emptyReport()];
  await withRequestedStep(db, async (first) => {
    await recordProgress(db, first, { en: 'diario' });
    await endLocks();
    await withRequestedStep(db, (second) => finishStep(db, second, 'rebuild', report));
    await requestRestorationStep(db, BY, 'ask');
    await expect(recordProgress(db, first, { en: 'pendientes' })).rejects.toThrow(StepLost);
    await expect(finishStep(db, first, 'rebuild', late)).rejects.toThrow(StepLost);
  }).catch((error) => expect(String(error)).toMatch(/connection/i));
  expect(await openedRestoration(db)).toMatchObject({
    wanted: 'ask',
    rebuilt: { documents: 7 },
    progress: { fin: true },
  });
});

/** @returns the problems of those that were refused */
async function refused(works: Promise<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(works);
  return results.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as RestorationProblem).reason] : [],
  );
}

test('of two persons who act at once, one is told so', async () => {
  const problems = ['busy', 'changed', 'proposed'];
  for (let turn = 0; turn < 5; turn += 1) {
    await db.pool.query('DELETE FROM restorations');
    await begin();
    const steps = await refused([
      requestRestorationStep(db, BY, 'rebuild'),
      requestRestorationStep(db, BY, 'rebuild'),
    ]);
    expect([steps.length, problems]).toEqual([1, expect.arrayContaining(steps)]);
    await withRequestedStep(db, (step) => finishStep(db, step, 'rebuild', emptyReport()));
    const ends = await refused([
      proposeEnd(db, { actor: 'ana' }, 5),
      proposeEnd(db, { actor: 'luis' }, 500),
    ]);
    expect([ends.length, problems]).toEqual([1, expect.arrayContaining(ends)]);
  }
  await expect(requestRestorationStep(db, BY, 'ask')).rejects.toThrow(
    new RestorationProblem('proposed'),
  );
});

test('no proposal about a document is approved while a restoration is open', async () => {
  const issuance = createIssuance(db);
  const { id: businessId } = await aBusiness(db, 'B001');
  const issued = await issuance.issue(aDocument(businessId));
  await issuance.close();
  const documentId = issued.is === 'issued' ? issued.id : 0;
  await db.pool.query(`UPDATE emissions SET stage = 'review', review_reason = 'crashes'`);
  const [ana, luis] = [await aPerson(db), await aPerson(db)];
  const discard = { action: 'document.resolve', businessId, documentId } as const;
  const what = { ...discard, resolution: 'discarded' } as const;
  const resolution = await propose(db, { ...ana, reason: 'test' }, what);
  const target = targetOf({ authority: 'beta' });
  const change = await propose(
    db,
    { ...ana, reason: 'test' },
    { action: 'environment.change', businessId, ...target },
  );
  await begin();
  const waits = new ProposalProblem('restoring');
  await expect(approveProposal(db, luis, resolution, KEEP_NOWHERE)).rejects.toThrow(waits);
  await expect(approveProposal(db, luis, change, KEEP_NOWHERE)).rejects.toThrow(waits);
  await requestRestorationStep(db, BY, 'rebuild');
  await withRequestedStep(db, (step) => finishStep(db, step, 'rebuild', emptyReport()));
  await expect(approveProposal(db, luis, resolution, KEEP_NOWHERE)).rejects.toThrow(waits);
  await approveProposal(db, luis, change, KEEP_NOWHERE);
});
