/** Tests that a CDR is checked, kept while the store fails, and used when it comes late. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  findDownload,
  keepPendingCdr,
  listAnswers,
  resumeDocument,
  setCdrPolicy,
  timeline,
} from '@rafaga/db';
import { readCdr } from '@rafaga/engine';
import { createLogger } from '@rafaga/runtime';
import { createFolderStore } from '@rafaga/storage';
import type { Checkpoint, RunningWorker } from '@rafaga/worker';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { type Program, root, startNode } from '../support/program.js';
import { aSender, type Sender } from '../support/senders.js';
import { MASTER_KEY } from '../support/settings.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let testEnvironment: TestEnvironment;
let sender: Sender;
let own: RunningWorker;
const warnings: string[] = [];
let trap: ((checkpoint: Checkpoint, id: number) => Promise<void> | undefined) | undefined;
beforeAll(async () => {
  testEnvironment = await startEnvironment();
  sender = await aSender(testEnvironment.db, { consult: false });
});
afterAll(() => testEnvironment.stop());

const pending = async (id: number) =>
  (await testEnvironment.db.pool.query('SELECT * FROM pending_cdrs WHERE document_id = $1', [id]))
    .rows as Record<string, unknown>[];
const moved = (id: number) =>
  waitFor(`the pending CDR of document ${id} to be stored`, async () => {
    await testEnvironment.db.pool.query(
      'UPDATE pending_cdrs SET next_at = now() WHERE document_id = $1',
      [id],
    );
    return (await pending(id)).length === 0;
  });
const facts = async (id: number) =>
  (
    await testEnvironment.db.pool.query(
      'SELECT evidence, without_cdr, cdr_signature FROM outcomes WHERE document_id = $1',
      [id],
    )
  ).rows[0];
const expire = (id: number) =>
  testEnvironment.db.pool.query(
    `UPDATE emissions SET lease_until = now() - interval '1 s', next_at = now(), not_before = ` +
      `NULL WHERE document_id = $1`,
    [id],
  );
/** Waits until the worker of this process reports the condition, or no longer reports it. */
async function names(word: string, wanted = true): Promise<void> {
  const named = () => (own.health.degraded?.() ?? []).some((each) => each.startsWith(`${word}:`));
  await waitFor(`${word} to be ${wanted ? 'named' : 'named no more'}`, () => named() === wanted);
}
/** A silent log, and its warnings. */
function aLog() {
  const log = createLogger('worker');
  for (const transport of log.transports) transport.silent = true;
  log.on('data', ({ level, message, documentId: id }) => {
    if (level === 'warn') warnings.push(`${id} ${message}`);
  });
  return log;
}
const coming = async (id: number) =>
  (await findDownload(testEnvironment.db, sender.id, 'boleta', id, 'cdr'))?.coming;

/** Issues a boleta, and resolves when its worker waits at the checkpoint for `go`. */
async function stopped(checkpoint: Checkpoint): Promise<{ id: number; go: () => void }> {
  let go = () => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  // set before the document exists, so that its worker cannot pass the checkpoint earlier
  const there = new Promise<number>((resolve) => {
    trap = (at, id) => {
      if (at !== checkpoint) return undefined;
      trap = undefined;
      resolve(id);
      return wait;
    };
  });
  await testEnvironment.issueAll(sender, 'boleta', ['45678912']);
  return { id: await there, go };
}

/** The stored CDR of a settled document, parsed. */
async function served(id: number, from = createFolderStore(testEnvironment.filesDir)) {
  const document = await testEnvironment.until(id, settled);
  const file = document.files.find(({ kind }) => kind === 'cdr');
  const type = document.kind === 'factura' ? '01' : '03';
  const zip = await from.get(file?.objectKey ?? '', file?.sha256);
  return readCdr(zip, { ruc: sender.ruc, type, series: document.series, number: document.number });
}

/** Starts a worker as a process, for which `mayGrow` can limit the size of files. */
async function aProcess(): Promise<ChildProcess> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    DATABASE_URL: programUrl(testEnvironment.databaseUrl, 'worker'),
    REDIS_URL: testEnvironment.redisUrl,
    RAFAGA_HOME: path.dirname(testEnvironment.filesDir),
    RAFAGA_MASTER_KEY: MASTER_KEY.toString('base64'),
    RAFAGA_SIMULATOR_URL: testEnvironment.simulatorUrl,
    RAFAGA_QUEUES: 'emit',
  };
  const worker = startNode(path.join(root, 'test/faults/worker.mjs'), env);
  processes.push(worker);
  await worker.message();
  return worker.child;
}

const processes: Program[] = [];
// also after a failure, and when it is stopped: a child that is left keeps Jest's process running
afterEach(async () => {
  for (const each of processes.splice(0)) await each.end('SIGKILL');
});

const mayGrow = (worker: ChildProcess, size: string) =>
  expect(
    spawnSync('prlimit', ['--pid', String(worker.pid), `--fsize=${size}:unlimited`]).status,
  ).toBe(0);

test('a CDR that does not fit on the disk waits encrypted in PostgreSQL', async () => {
  const worker = await aProcess();
  worker.send({ order: { checkpoint: 'answered', times: 1 } });
  // before the document is issued: the message may come while it is
  const reached = once(worker, 'message');
  const [id] = (await testEnvironment.issueAll(sender, 'boleta', ['45678912'])) as [number];
  await reached;
  mayGrow(worker, '0');
  worker.send({ go: true });
  const document = await testEnvironment.until(id, settled);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(document.files.map(({ kind }) => kind)).not.toContain('cdr');
  const [row = {}] = await pending(id);
  expect(row).toMatchObject({ state: 'accepted', object_key: null });
  // how a ZIP begins
  expect((row.sealed as Buffer).includes('PK\x03\x04')).toBe(false);
  expect(await coming(id)).toBe(true);
  mayGrow(worker, 'unlimited');
  await moved(id);
  expect(await served(id)).toMatchObject({ code: '0' });
  expect(await facts(id)).toEqual({ evidence: 'cdr', without_cdr: false, cdr_signature: 'valid' });
  expect((await timeline(testEnvironment.db, id)).at(-1)).toMatchObject({
    step: 'cdr',
    detail: 'guardada cuando el almacén volvió',
  });
});

test('a worker that was stopped while its document was settled still adds its CDR', async () => {
  const frozen = await aProcess();
  frozen.send({ order: { checkpoint: 'answered', times: 1 } });
  // before the document is issued: the message may come while it is
  const reached = once(frozen, 'message');
  const [id] = (await testEnvironment.issueAll(sender, 'boleta', ['45678912'])) as [number];
  await reached;
  frozen.kill('SIGSTOP');
  // as another worker would have settled it: presumed, because a boleta cannot be queried
  await testEnvironment.db.pool.query(
    `UPDATE outcomes SET state = 'accepted', code = '1033', description = 'presumido',
        evidence = 'presumed', settled_at = now(), without_cdr = true
      WHERE document_id = $1`,
    [id],
  );
  await testEnvironment.db.pool.query('DELETE FROM emissions WHERE document_id = $1', [id]);
  expect(await coming(id)).toBe(false);
  frozen.kill('SIGCONT');
  frozen.send({ go: true });
  await waitFor(`the CDR of document ${id}`, async () =>
    (await timeline(testEnvironment.db, id)).some(({ step }) => step === 'cdr'),
  );
  expect(await served(id)).toMatchObject({ code: '0' });
  expect(await facts(id)).toEqual({ evidence: 'cdr', without_cdr: false, cdr_signature: 'valid' });
});

test('a late CDR from a frozen worker resumes a document in review', async () => {
  own = await testEnvironment.work(
    { checkpoint: (checkpoint, document) => trap?.(checkpoint, document) },
    {},
    aLog(),
  );
  const { id, go } = await stopped('answered');
  await expire(id);
  // the same bytes again get 1033, and nothing proves which document has the number
  await testEnvironment.until(id, inReview);
  go();
  const document = await testEnvironment.until(id, settled);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(document.reference.state).toBe('finished');
  expect(await served(id)).toMatchObject({ code: '0' });
  expect(
    (await timeline(testEnvironment.db, id)).map(({ step, detail }) => [step, detail]),
  ).toContainEqual(['resumed', 'llegó su constancia']);
  await moved(id);
});

test('a late CDR that contradicts the settled state is only kept and reported', async () => {
  const { id, go } = await stopped('answered');
  await testEnvironment.db.pool.query(
    `UPDATE outcomes SET state = 'rejected', code = '2335', description = 'no',
        evidence = 'person', settled_at = now()
      WHERE document_id = $1`,
    [id],
  );
  await testEnvironment.db.pool.query('DELETE FROM emissions WHERE document_id = $1', [id]);
  go();
  await waitFor(`the conflict of document ${id}`, async () =>
    (await pending(id)).some(({ conflict }) => conflict === 'other_state'),
  );
  expect((await testEnvironment.until(id, settled)).outcome).toMatchObject({
    state: 'rejected',
    code: '2335',
  });
  expect(await coming(id)).toBe(false);
  await names('constancias_contradictorias');
  expect((await own.health.ready()).join()).not.toContain('constancias');
  await testEnvironment.db.pool.query('DELETE FROM pending_cdrs');
  await names('constancias_contradictorias', false);
});

test('health reports CDRs that wait for the store, not those that wait for a person', async () => {
  const [id, open] = [
    await testEnvironment.issue(sender, 'boleta'),
    await testEnvironment.issue(sender, 'boleta', '99990032'),
  ];
  await testEnvironment.until(id, settled);
  await testEnvironment.until(open, inReview);
  expect(await pending(open)).toHaveLength(1);
  await testEnvironment.db.pool.query(`DELETE FROM files WHERE document_id = $1 AND kind = 'cdr'`, [
    id,
  ]);
  const fence = { documentId: id, businessId: sender.id, attempt: 1, worker: 'w' };
  const place = { sha256: Buffer.alloc(32), bytes: 9, sealed: Buffer.from('no key opens it') };
  const said = { state: 'accepted', code: '0', description: 'aceptada', notes: [] } as const;
  await keepPendingCdr(testEnvironment.db, fence, place, { ...said, notes: [] });
  await names('constancias_por_guardar');
  expect(own.health.degraded?.().join()).toMatch(/a que el almacén las guarde: 1$/);
  await testEnvironment.db.pool.query('DELETE FROM pending_cdrs WHERE document_id = $1', [id]);
  await names('constancias_por_guardar', false);
});

test.each([
  ['30', 'absent'],
  ['31', 'unknown_signer'],
])(
  'a CDR of outcome %s is recorded as %s, and the document goes on',
  async (outcome, signature) => {
    const id = await testEnvironment.issue(sender, 'boleta', `999900${outcome}`);
    const document = await testEnvironment.until(id, settled);
    expect(document.outcome).toMatchObject({ state: 'accepted', cdrSignature: signature });
    expect(document.files.map(({ kind }) => kind)).toContain('cdr');
    expect(warnings.filter((text) => text.startsWith(`${id} `))).toEqual([
      `${id} la firma de una constancia no es de un firmante registrado`,
    ]);
    expect(await own.metrics()).toContain(`rafaga_cdr_signatures_total{result="${signature}"} 1\n`);
  },
);

test('a CDR with a broken signature leads to review, unless the policy differs', async () => {
  const ids: number[] = [];
  for (const outcome of ['32', '33']) {
    const id = await testEnvironment.issue(sender, 'boleta', `999900${outcome}`);
    const document = await testEnvironment.until(id, inReview);
    expect(document.outcome?.state).toBeNull();
    const { rows } = await testEnvironment.db.pool.query(
      'SELECT review_reason, last_error FROM emissions WHERE document_id = $1',
      [id],
    );
    expect(rows[0]).toEqual({
      review_reason: 'cdr_signature',
      last_error: expect.stringMatching(/firma|modificada/),
    });
    expect(await listAnswers(testEnvironment.db, id)).toMatchObject([{ kind: 'cdr' }]);
    expect(await pending(id)).toHaveLength(1);
    ids.push(id);
  }
  await setCdrPolicy(testEnvironment.db, { actor: 'ana' }, 'simulator', {
    broken: 'tell',
    unknown_signer: 'tell',
    absent: 'tell',
  });
  for (const id of ids) {
    await waitFor(
      `document ${id} to be settled`,
      async () => {
        if (settled(await testEnvironment.until(id, () => true))) return true;
        const by = { actor: 'ana', reason: 'se verificó en SOL' };
        await resumeDocument(testEnvironment.db, by, id);
        return false;
      },
      { everyMs: 500 },
    );
    expect((await testEnvironment.until(id, settled)).outcome).toMatchObject({
      state: 'accepted',
      cdrSignature: 'broken',
    });
    const alarms = warnings.filter((text) => text.startsWith(`${id} ALARMA`));
    expect(alarms[0]).toBe(`${id} ALARMA: en revisión`);
    expect(alarms.at(-1)).toBe(`${id} ALARMA: la firma de una constancia está rota`);
    expect(await served(id)).toMatchObject({ code: '0' });
  }
});
