/** Tests the way of a document from issued to settled, and what is stored of it. */
import { readdirSync, rmSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeDesign, type StoredFile, timeline } from '@rafaga/db';
import { countQueues, createPrintQueue, subscribeToDecidedDocuments } from '@rafaga/queue';
import { createFolderStore } from '@rafaga/storage';
import type { RunningWorker } from '@rafaga/worker';
import { createPrintThreads } from '../../apps/worker/src/printing/drawPrints.js';
import { createPrint } from '../../apps/worker/src/printing/print.js';
import { attachmentsOf } from '../print/attachments.js';
import { see } from '../print/sight.js';
import { aCredential } from '../support/business.js';
import { locateFile } from '../support/packedFile.js';
import { aBoleta, aReference } from '../support/saleBody.js';
import { aSender, type Sender } from '../support/senders.js';
import { printThread } from '../support/settings.js';
import { settled, startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let testEnvironment: TestEnvironment;
let sender: Sender;
let worker: RunningWorker;
beforeAll(async () => {
  testEnvironment = await startEnvironment();
  sender = await aSender(testEnvironment.db, { printFormats: ['a4'] });
  worker = await testEnvironment.work();
});
afterAll(() => testEnvironment.stop());

test.each([
  ['boleta', '03-B001-1'],
  ['factura', '01-F001-1'],
] as const)(
  'a %s is signed, sent once and accepted, and its XML, CDR and PDF are stored',
  async (kind, name) => {
    const id = await testEnvironment.issue(sender, kind);
    const document = await testEnvironment.until(id, (one) => one.files.length === 4);
    expect(document.outcome).toMatchObject({ state: 'accepted', code: '0', notes: [] });
    expect(document.files.map((file) => file.kind)).toEqual(['cdr', 'pdf-a4', 'xml', 'zip']);
    expect(await testEnvironment.received(`${sender.ruc}-${name}`)).toHaveLength(1);
    const store = createFolderStore(testEnvironment.filesDir);
    const pdf = document.files.find((file) => file.kind === 'pdf-a4');
    expect((await store.get(pdf?.objectKey ?? '')).subarray(0, 5).toString()).toBe('%PDF-');
  },
);

test('a PDF whose pack is lost is drawn again at its download, as it was printed', async () => {
  const { db, filesDir } = testEnvironment;
  const id = await testEnvironment.issue(sender, 'boleta');
  const { files } = await testEnvironment.until(id, (one) => one.files.length === 4);
  const pdf = files.find((file) => file.kind === 'pdf-a4') as StoredFile;
  const read = () => createFolderStore(filesDir).get(pdf.objectKey, pdf.sha256);
  const printed = await read();
  rmSync(locateFile(filesDir, pdf.objectKey).file);
  // a process keeps a pack open for a second after it was read
  const isLost = () =>
    read().then(
      () => false,
      () => true,
    );
  await waitFor('the pack to be closed', isLost, { everyMs: 1_500 });
  const { credentials } = await aCredential(db, sender.id);
  const api = await testEnvironment.api();
  const reply = await waitFor('the drawing', async () => {
    const tried = await api.get(`/v1/boletas/${id}/pdf`, credentials);
    return tried.status !== 503 && tried;
  });
  expect([reply.status, reply.bytes.equals(printed)]).toEqual([200, true]);
  expect(await read()).toEqual(printed);
});

test('documents that are settled together are printed by few jobs, each once', async () => {
  const { db, redisUrl, filesDir } = testEnvironment;
  const printer = await aSender(db, { printFormats: ['a4', 'ticket-80'] });
  await changeDesign(db, { actor: 'test' }, printer.id, { footer: 'Vuelva pronto' });
  const ids = await Promise.all(
    Array.from({ length: 40 }, () => testEnvironment.issue(printer, 'boleta')),
  );
  const printed = (id: number) => testEnvironment.until(id, (one) => one.files.length === 5);
  const documents = await Promise.all(ids.map(printed));
  const store = createFolderStore(filesDir);
  for (const { number, files } of documents)
    for (const { objectKey, sha256 } of files.filter(({ kind }) => kind.startsWith('pdf-'))) {
      expect(objectKey).toMatch(/^packs\//);
      const [page] = await see(await store.get(objectKey, sha256));
      expect(page?.text).toMatch(new RegExp(`B001-${number} .*Vuelva pronto`));
    }
  const queue = createPrintQueue(redisUrl);
  const enqueued = () =>
    queue.enqueue(ids).then(
      () => true,
      () => false,
    );
  await waitFor('the documents are enqueued again', enqueued);
  await waitFor('the jobs are done', async () => {
    const { waiting, active } = (await countQueues(redisUrl)).print;
    return waiting + active === 0;
  });
  await queue.close();
  expect(await Promise.all(ids.map(printed))).toEqual(documents);
});

test('an A4 is printed with its files inside once its CDR is stored, and not before', async () => {
  const { db, filesDir } = testEnvironment;
  const printer = await aSender(db, { printFormats: [] });
  await changeDesign(db, { actor: 'test' }, printer.id, { archive: true });
  const ids = await Promise.all([1, 2, 3].map(() => testEnvironment.issue(printer, 'boleta')));
  for (const id of ids) await testEnvironment.until(id, settled);
  await db.pool.query(
    `UPDATE businesses SET print_formats = '{a4,ticket-80}' WHERE id = ${printer.id}`,
  );
  const [whole, lacking, presumed] = ids as [number, number, number];
  await db.pool.query(
    `DELETE FROM files WHERE kind = 'cdr' AND document_id IN (${lacking}, ${presumed})`,
  );
  await db.pool.query(`UPDATE outcomes SET evidence = 'presumed' WHERE document_id = ${presumed}`);
  const store = createFolderStore(filesDir);
  const { draw, close } = createPrintThreads({ threads: 1, module: printThread });
  const onError = (error: Error) => {
    throw error;
  };
  await createPrint({ db, files: store, draw, onError })(ids);
  await close();
  const contents = async (id: number) => {
    const { files } = await testEnvironment.until(id, settled);
    const read = files.map(async (one) => [one.kind, await store.get(one.objectKey)] as const);
    return new Map(await Promise.all(read));
  };
  const printed = await contents(whole);
  const inside = attachmentsOf(printed.get('pdf-a4') as Buffer).map(({ content }) => content);
  expect(inside).toEqual([printed.get('xml'), printed.get('cdr')]);
  const kinds = [...(await contents(lacking)).keys()];
  expect(kinds).toEqual(['pdf-ticket-80', 'xml', 'zip']);
  // its CDR never comes
  const [ticket] = await see((await contents(presumed)).get('pdf-ticket-80') as Buffer);
  expect(ticket?.text).toContain('se presume aceptada');
  const { files } = await testEnvironment.until(presumed, settled);
  const a4 = files.find(({ kind }) => kind === 'pdf-a4');
  expect(a4?.objectKey).toContain('a4-accepted-xml.pdf');
});

test('a document that ends its thread leaves the others of its job', async () => {
  const { db, filesDir } = testEnvironment;
  const business = await aSender(db, { printFormats: [] });
  const ids = await Promise.all([1, 2, 3].map(() => testEnvironment.issue(business, 'boleta')));
  for (const id of ids) await testEnvironment.until(id, settled);
  await db.pool.query(`UPDATE businesses SET print_formats = '{a4}' WHERE id = $1`, [business.id]);
  const module = `
    import { parentPort } from 'node:worker_threads';
    const on = parentPort.on.bind(parentPort);
    parentPort.on = (event, draw) => on(event, (requests) => {
      if (requests.some(({ documentId }) => documentId === ${ids[1]})) process.exit(1);
      draw(requests);
    });
    await import(${JSON.stringify(printThread.href)});`;
  const { draw, close } = createPrintThreads({
    threads: 1,
    module: new URL(`data:text/javascript,${encodeURIComponent(module)}`),
  });
  const errors: string[] = [];
  const onError = ({ message }: Error) => void errors.push(message);
  await createPrint({ db, files: createFolderStore(filesDir), draw, onError })(ids);
  await close();
  expect(errors).toEqual([`document ${ids[1]}: the thread ended`]);
  const printed = async (id: number) =>
    (await testEnvironment.until(id, settled)).files.some(({ kind }) => kind === 'pdf-a4');
  expect(await Promise.all(ids.map(printed))).toEqual([true, false, true]);
});

test('PDFs are drawn by a thread of the lowest priority, where threads have one', async () => {
  if (process.platform !== 'linux') return;
  const module = new URL('printingThread.js', printThread);
  const { draw, close } = createPrintThreads({ threads: 1, module });
  await draw([]);
  const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
  await close();
  expect(
    priorities.filter((priority) => priority === constants.priority.PRIORITY_LOW),
  ).toHaveLength(1);
});

test('the timeline has every step, in order', async () => {
  const id = await testEnvironment.issue(sender, 'boleta');
  await testEnvironment.until(id, settled);
  expect(
    (await timeline(testEnvironment.db, id)).map(({ step, attempt }) => [step, attempt]),
  ).toEqual([
    ['taken', 1],
    ['signed', 1],
    ['sending', 1],
    ['accepted', 1],
  ]);
});

test('an observed document is accepted, and its observations are stored', async () => {
  const id = await testEnvironment.issue(sender, 'boleta', '99990002');
  const { outcome } = await testEnvironment.until(id, settled);
  expect(outcome?.state).toBe('accepted');
  expect(outcome?.notes[0]).toMatchObject({
    code: expect.stringMatching(/^4\d{3}$/),
    text: expect.any(String),
  });
});

test.each(['99990003', '99990028'])(
  'a rejected document (client %s) is settled as rejected, with its code',
  async (client) => {
    const id = await testEnvironment.issue(sender, 'boleta', client);
    const { outcome } = await testEnvironment.until(id, settled);
    expect(outcome).toMatchObject({ state: 'rejected', code: '2017' });
  },
);

test('a caller that waits gets the decision with its 201, and workers announce it', async () => {
  const { db, redisUrl } = testEnvironment;
  const announced: number[] = [];
  const unsubscribe = subscribeToDecidedDocuments(redisUrl, (ids) => announced.push(...ids));
  const { credentials } = await aCredential(db, sender.id);
  const api = await testEnvironment.api();
  const issue = (client: string) =>
    api.post(
      '/v1/boletas',
      { ...credentials, 'Idempotency-Key': aReference(), Prefer: 'wait=10' },
      aBoleta({ cliente: { tipo_doc: '1', num_doc: client, razon_social: 'Quispe' } }),
    );
  const [accepted, rejected] = await Promise.all([issue('45678912'), issue('99990003')]);
  expect(accepted.json.datos).toMatchObject({ fiscal: { estado: 'aceptado', codigo: '0' } });
  expect(rejected.json.datos).toMatchObject({ fiscal: { estado: 'rechazado', codigo: '2017' } });
  const ids = [accepted, rejected].map(({ json }) => json.datos.id);
  await waitFor('the workers to announce both', () => ids.every((id) => announced.includes(id)));
  unsubscribe();
});

test('the metrics of a worker name no business', async () => {
  const other = await aSender(testEnvironment.db);
  await testEnvironment.until(await testEnvironment.issue(other, 'boleta'), settled);
  const stored = 'rafaga_pdfs_total{result="stored"}';
  await waitFor('a PDF', async () => (await worker.metrics()).includes(stored));
  const page = await worker.metrics();
  const series = page.split('\n').flatMap((line) => /^(\S+) [\d.e+-]+$/.exec(line)?.[1] ?? []);
  for (const name of series)
    expect(name).toMatch(
      /^(rafaga|process|nodejs)_\w+(\{[a-z]+="[\w.+-]*"(,[a-z]+="[\w.+-]*")*\})?$/,
    );
  expect(series).toEqual(
    expect.arrayContaining([
      'rafaga_documents_settled_total{state="accepted",term="kept"}',
      'rafaga_sunat_request_duration_seconds_count{operation="sendBill",outcome="cdr"}',
      'rafaga_sunat_breakers{authority="simulator",service="send",state="closed"}',
      'rafaga_sunat_breakers{authority="simulator",service="query",state="half-open"}',
      'rafaga_sweeper_last_success_timestamp_seconds',
      'rafaga_queue_jobs{queue="emit"}',
      'rafaga_queue_jobs{queue="print"}',
      stored,
      'rafaga_pack_files_total{content="documents"}',
      'rafaga_pack_begun_timestamp_seconds{content="pdfs"}',
      'rafaga_file_operation_duration_seconds_count{operation="put",result="done"}',
      'rafaga_documents_open{stage="recorded"}',
      'rafaga_postgres_connections{server="primary",state="used"}',
      'process_resident_memory_bytes',
    ]),
  );
  for (const { ruc } of [sender, other]) expect(page).not.toContain(ruc);
});
