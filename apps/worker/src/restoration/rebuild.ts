/**
 * Rebuilds what a restored database has lost. The journal has documents with their references and
 * answers; the packs have signed documents, which are never signed again, and the CDRs. A signed
 * document that the journal does not have is rebuilt from its XML.
 */
import {
  type Db,
  knownUntil,
  listBusinesses,
  msOfId,
  pendingDocuments,
  type RebuiltReport,
  raiseAcknowledged,
  rebuildDocument,
  resumeExchange,
  type SeriesBehind,
  unknownIds,
} from '@rafaga/db';
import { type Acknowledged, type FileStore, readAcknowledged } from '@rafaga/storage';
import { documentFromXml } from './documentFromXml.js';
import { indexFiles, type KeptKeys } from './fileIndex.js';
import { readExchange } from './readExchange.js';
import { addToReport, emptyReport } from './rebuildReport.js';

export type Progress = (done: { step: string; done: number }) => Promise<void>;

const DAY_MS = 86_400_000;
/** Documents a batch; progress is reported after each batch. */
const BATCH = 100;

/** @param behind series whose counters are raised first */
export async function rebuild(
  db: Db,
  files: FileStore,
  behind: readonly SeriesBehind[],
  progress: Progress,
): Promise<RebuiltReport> {
  await raiseAcknowledged(db, behind);
  const { newest, oldestPending } = await knownUntil(db);
  const since = (id: number | null) => new Date(id === null ? 0 : msOfId(id) - DAY_MS);
  const oldest = oldestPending === null ? newest : Math.min(oldestPending, newest ?? oldestPending);
  const index = await indexFiles(
    files,
    since(oldest),
    (await listBusinesses(db)).map(({ ruc }) => ruc),
  );
  const work = { db, files, index, progress, report: emptyReport() };
  await fromJournal(work, since(newest));
  await fromFiles(work);
  await pending(work);
  return work.report;
}

interface Work {
  db: Db;
  files: FileStore;
  index: Map<number, KeptKeys>;
  progress: Progress;
  report: RebuiltReport;
}

async function fromJournal(work: Work, from: Date): Promise<void> {
  let batch: Acknowledged[] = [];
  for await (const each of readAcknowledged(work.files.journal, from)) {
    batch.push(each);
    if (batch.length < BATCH) continue;
    await writeBatch(work, batch);
    batch = [];
  }
  await writeBatch(work, batch);
}

async function writeBatch(work: Work, batch: readonly Acknowledged[]): Promise<void> {
  const unknown = await unknownIds(
    work.db,
    batch.map(({ id }) => id),
  );
  for (const each of batch.filter(({ id }) => unknown.has(id))) await writeOne(work, each);
  await work.progress({ step: 'diario', done: work.report.documents });
}

async function writeOne({ db, files, index, report }: Work, each: Acknowledged): Promise<void> {
  const keys = index.get(each.id);
  const read = keys && (await readExchange(files, keys));
  const createdAt = new Date(msOfId(each.id));
  const recovered = { ...each, hash: Buffer.from(each.hash, 'hex'), createdAt };
  const result = await rebuildDocument(db, recovered, read?.found);
  addToReport(report, recovered, result);
  if (result.is !== 'rebuilt') return;
  report.documents += 1;
  if (read) report.signed += 1;
  if (read?.found.settled) report.settled += 1;
}

/** Rebuilds signed documents that neither the database nor the journal has. */
async function fromFiles(work: Work): Promise<void> {
  const { db, files, index, report } = work;
  for (const ids of inBatches([...index.keys()])) {
    for (const id of await unknownIds(db, ids)) {
      const keys = index.get(id) as KeptKeys;
      const read = await readExchange(files, keys);
      // the file cannot be read
      if (!read) continue;
      const recovered = documentFromXml(id, read.content);
      const result = await rebuildDocument(db, recovered, read.found);
      addToReport(report, recovered, result);
      if (result.is === 'rebuilt') report.withoutReference += 1;
    }
  }
}

/** Completes documents that are pending in the database and whose exchange went on afterwards. */
async function pending({ db, files, index, report, progress }: Work): Promise<void> {
  for (const { id, digest } of await pendingDocuments(db)) {
    const keys = index.get(id);
    const read = keys && (await readExchange(files, keys, digest));
    if (read && (await resumeExchange(db, id, read.found))) report.resumed += 1;
  }
  await progress({ step: 'pendientes', done: report.resumed });
}

function* inBatches(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
