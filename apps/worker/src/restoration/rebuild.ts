/**
 * Rebuilds what a restored database has lost. The journal has documents with their references and
 * answers; the packs have signed documents, which are never signed again, and the CDRs. A signed
 * document that the journal does not have is rebuilt from its XML.
 */
import {
  type Db,
  type Decision,
  type FoundDocument,
  findDocuments,
  knownUntil,
  listRucs,
  msOfId,
  pendingDocuments,
  type RebuiltReport,
  type RecoveredDocument,
  type Restoration,
  raiseAcknowledged,
  raiseSeries,
  rebuildDocument,
  resumeExchange,
  reviewDecided,
} from '@rafaga/db';
import { CdrProblem } from '@rafaga/engine';
import {
  type Acknowledged,
  type FileStore,
  readAcknowledged,
  readDecisions,
  UnreadableFile,
} from '@rafaga/storage';
import type { SignAgainDeps } from '../files/signAgain.js';
import { documentFromXml } from './documentFromXml.js';
import { indexFiles, type KeptKeys } from './fileIndex.js';
import type { Progress } from './progress.js';
import { type ReadExchange, readExchange } from './readExchange.js';
import { addToReport, emptyReport } from './rebuildReport.js';
import { restoreFiles } from './restoreFiles.js';

const DAY_MS = 86_400_000;
/** Documents a batch; progress is reported after each batch. */
const BATCH = 100;

type Opened = Pick<Restoration, 'begunAt' | 'found'>;

/**
 * It may run again, as after a worker that ended in it: the report is that of all its runs, but
 * for the lost files, which are those of the last one.
 * @param open what was missing; the counters of its series are raised first
 */
export async function rebuild(
  deps: SignAgainDeps,
  open: Opened,
  progress: Progress,
): Promise<RebuiltReport> {
  const { db, files } = deps;
  await raiseAcknowledged(db, open.found.series);
  const { newest, oldestPending } = await knownUntil(db, open.found);
  const since = (id: number | null) => new Date(id === null ? 0 : msOfId(id) - DAY_MS);
  const oldest = oldestPending === null ? newest : Math.min(oldestPending, newest ?? oldestPending);
  const index = await indexFiles(files, since(oldest), await listRucs(db));
  const work = {
    db,
    files,
    open,
    index,
    progress,
    report: emptyReport(),
    counted: new Set<number>(),
  };
  await fromJournal(work, since(newest));
  await fromFiles(work);
  await pending(work);
  work.report.decided = await reviewDecided(db, await readDecisions<Decision>(files));
  if (newest !== null) work.report.files = await restoreFiles(deps, newest, progress);
  return work.report;
}

interface Work {
  db: Db;
  files: FileStore;
  open: Opened;
  index: Map<number, KeptKeys>;
  progress: Progress;
  report: RebuiltReport;
  /** The documents of the journal that are in the report. */
  counted: Set<number>;
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
  const { db, open, report, progress } = work;
  const ids = batch.map(({ id }) => id);
  const found = await findDocuments(db, open, ids);
  for (const each of batch) {
    const known = found.get(each.id);
    if (known?.is === 'missing') await writeOne(work, each);
    else if (known?.is === 'rebuilt') countOne(work, each, known);
  }
  await progress({ step: 'diario', done: report.documents });
}

async function writeOne(work: Work, each: Acknowledged): Promise<void> {
  const { db, index, report } = work;
  const keys = index.get(each.id);
  const read = keys && (await exchangeOf(work, each.id, keys));
  if (read === 'unreadable') return;
  const createdAt = new Date(msOfId(each.id));
  const recovered = { ...each, hash: Buffer.from(each.hash, 'hex'), createdAt };
  const { is, environment } = await rebuildDocument(db, recovered, read?.found);
  if (is === 'known') {
    // a worker that has lost the step wrote it meanwhile
    const again = (await findDocuments(db, work.open, [each.id])).get(each.id);
    if (again?.is === 'rebuilt') countOne(work, each, again);
  } else if (is !== 'rebuilt') addToReport(report, recovered, { is, environment });
  else {
    const settled = read?.found.settled !== undefined;
    countOne(work, each, { environment, signed: read !== undefined, settled });
  }
}

/** A document of the journal that this run or an earlier one wrote; the journal may repeat it. */
function countOne(
  { report, counted }: Work,
  each: Acknowledged,
  { environment, signed, settled }: Pick<FoundDocument, 'environment' | 'signed' | 'settled'>,
): void {
  if (counted.has(each.id)) return;
  counted.add(each.id);
  addToReport(report, each, { is: 'rebuilt', environment });
  report.documents += 1;
  if (signed) report.signed += 1;
  if (settled) report.settled += 1;
}

/** Rebuilds signed documents that neither the database nor the journal has. */
async function fromFiles(work: Work): Promise<void> {
  const { db, open, index, report, counted } = work;
  for (const ids of inBatches([...index.keys()])) {
    await work.progress({ step: 'archivos', done: report.withoutReference });
    for (const [id, known] of await findDocuments(db, open, ids)) {
      const keys = index.get(id) as KeptKeys;
      if (known.is === 'missing') await writeFromXml(work, id, keys);
      else if (known.is === 'resumed') report.resumed += 1;
      else if (known.is === 'rebuilt' && !counted.has(id)) {
        addToReport(report, { id, ruc: keys.ruc, ...known }, { ...known, is: 'rebuilt' });
        report.withoutReference += 1;
      }
    }
  }
}

async function writeFromXml(work: Work, id: number, keys: KeptKeys) {
  const { db, report } = work;
  const read = await exchangeOf(work, id, keys);
  // there is no file that can be read
  if (!read || read === 'unreadable') return;
  let recovered: RecoveredDocument;
  try {
    recovered = documentFromXml(id, read.content);
  } catch (error) {
    // an amount that is none
    if (!(error instanceof RangeError)) throw error;
    return addUnreadable(work, id, keys);
  }
  const result = await rebuildDocument(db, recovered, read.found);
  addToReport(report, recovered, result);
  if (result.is === 'rebuilt') report.withoutReference += 1;
}

/** Completes documents that are pending in the database and whose exchange went on afterwards. */
async function pending(work: Work): Promise<void> {
  const { db, index, report, progress } = work;
  for (const [at, { id, digest }] of (await pendingDocuments(db)).entries()) {
    if (at % BATCH === 0) await progress({ step: 'pendientes', done: report.resumed });
    const keys = index.get(id);
    const read = keys && (await exchangeOf(work, id, keys, digest));
    if (read && read !== 'unreadable' && (await resumeExchange(db, id, read.found)))
      report.resumed += 1;
  }
  await progress({ step: 'pendientes', done: report.resumed });
}

/** One document that cannot be read must not keep the step from its end: it is reported. */
async function exchangeOf(
  work: Work,
  id: number,
  keys: KeptKeys,
  digest?: string | null,
): Promise<ReadExchange | 'unreadable' | undefined> {
  try {
    return await readExchange(work.files, keys, digest);
  } catch (error) {
    if (!(error instanceof CdrProblem || error instanceof UnreadableFile)) throw error;
    await addUnreadable(work, id, keys);
    return 'unreadable';
  }
}

/** Signing it again could double it, and so could giving its number to another document. */
async function addUnreadable({ db, report }: Work, id: number, keys: KeptKeys): Promise<void> {
  if (report.failed.some((each) => each.id === id)) return;
  const { ruc, name } = keys;
  const [, , series = '', number = ''] = name.split('-');
  await raiseSeries(db, { ruc, series }, Number(number));
  report.failed.push({ id, ruc, number: `${series}-${number}`, reason: 'unreadable' });
}

function* inBatches(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
