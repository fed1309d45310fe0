/**
 * Reads back what the database forgot. From the journal: documents, references, answers. From the
 * packs: what was signed is never signed again with other bytes, and what was answered is answered.
 * A signed document that the journal does not name is written again as far as its XML tells; the
 * key of its caller is lost.
 */
import { createHash } from 'node:crypto';
import {
  type Db,
  knownUntil,
  listBusinesses,
  pendingDocuments,
  type RebuildResult,
  type RecoveredDocument,
  raiseAcknowledged,
  rebuildDocument,
  resumeExchange,
  type SeriesBehind,
  unknownIds,
} from '@rafaga/db';
import type { InvoiceContent } from '@rafaga/engine';
import { lastDay } from '@rafaga/fiscal';
import { type Acknowledged, type FileStore, momentOf, readAcknowledged } from '@rafaga/storage';
import { indexFiles, type KeptKeys } from './fileIndex.js';
import { readExchange } from './readExchange.js';

export interface RebuildReport {
  /** From the journal; and, of those, with what was signed and what was answered. */
  documents: number;
  signed: number;
  settled: number;
  /** From signed XML alone. */
  withoutReference: number;
  /** Pending documents of the database that were further than it knew. */
  resumed: number;
  /** Their numbers, series by series. */
  series: {
    ruc: string;
    environment: string;
    series: string;
    from: number;
    to: number;
    documents: number;
  }[];
  /** What could not be written, and the reason. */
  failed: { id: number; ruc: string; number: string; reason: string }[];
}

export type Progress = (done: { step: string; done: number }) => Promise<void>;

const DAY_MS = 86_400_000;
/** Progress is told after each. */
const BATCH = 100;

/** @param behind series whose counters are raised, whatever can be read back */
export async function rebuild(
  db: Db,
  files: FileStore,
  behind: readonly SeriesBehind[],
  progress: Progress,
): Promise<RebuildReport> {
  await raiseAcknowledged(db, behind);
  const { newest, oldestPending } = await knownUntil(db);
  const since = (id: number | null) => new Date(id === null ? 0 : momentOf(id) - DAY_MS);
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
  report: RebuildReport;
}

const emptyReport = (): RebuildReport => ({
  ...{ documents: 0, signed: 0, settled: 0, withoutReference: 0, resumed: 0 },
  ...{ series: [], failed: [] },
});

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
  const createdAt = new Date(momentOf(each.id));
  const lost = { ...each, hash: Buffer.from(each.hash, 'hex'), createdAt };
  const result = await rebuildDocument(db, lost, read?.found);
  note(report, lost, result);
  if (result.is !== 'rebuilt') return;
  report.documents += 1;
  if (read) report.signed += 1;
  if (read?.found.settled) report.settled += 1;
}

/** Signed by us, and named neither by the database nor by the journal. */
async function fromFiles(work: Work): Promise<void> {
  const { db, files, index, report } = work;
  for (const ids of inBatches([...index.keys()])) {
    for (const id of await unknownIds(db, ids)) {
      const keys = index.get(id) as KeptKeys;
      const read = await readExchange(files, keys);
      // neither was it acknowledged nor was it signed: nothing is known of it but a name
      if (!read) continue;
      const lost = fromXml(id, read.facts);
      const result = await rebuildDocument(db, lost, read.found);
      note(report, lost, result);
      if (result.is === 'rebuilt') report.withoutReference += 1;
    }
  }
}

/** As far as the XML tells. */
function fromXml(id: number, facts: InvoiceContent): RecoveredDocument {
  const { kind, series, number, issueDate, currency, client, totals, issuer, lines, payment } =
    facts;
  const reference = `restaurado-${id}`;
  const nothing = {
    instalments: [],
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
  };
  const sale = {
    ...{
      kind,
      series,
      issueDate,
      currency,
      client,
      payment,
      operation: facts.operation,
      pricesIncludeTax: true,
    },
    ...{ ...nothing, establishment: facts.establishment },
    lines: lines.map((line) => ({ ...line, allowances: [] })),
  };
  return {
    ...{ id, ruc: issuer.ruc, kind, series, number, reference, issueDate, currency, client, sale },
    hash: createHash('sha256').update(reference).digest(),
    total: totals.payable,
    deadline: lastDay(kind, issueDate),
    requestId: 'restauracion',
    createdAt: new Date(momentOf(id)),
    totals: { ...totals, discounts: totals.allowances },
    warnings: null,
    answer: JSON.stringify({ estado: 'exito', datos: { id, serie: series, correlativo: number } }),
  };
}

/** The database had them as recorded, signed or sent: since then they went on. */
async function pending({ db, files, index, report, progress }: Work): Promise<void> {
  for (const { id, digest } of await pendingDocuments(db)) {
    const keys = index.get(id);
    const read = keys && (await readExchange(files, keys, digest));
    if (read && (await resumeExchange(db, id, read.found))) report.resumed += 1;
  }
  await progress({ step: 'pendientes', done: report.resumed });
}

function note(
  report: RebuildReport,
  { id, ruc, series, number }: RecoveredDocument,
  { is, environment }: RebuildResult,
): void {
  if (is === 'no_business' || is === 'number_taken') {
    report.failed.push({ id, ruc, number: `${series}-${number}`, reason: is });
    return;
  }
  if (is === 'known') return;
  const known = report.series.find(
    (each) => each.ruc === ruc && each.environment === environment && each.series === series,
  );
  if (!known)
    return void report.series.push({
      ruc,
      environment,
      series,
      from: number,
      to: number,
      documents: 1,
    });
  known.from = Math.min(known.from, number);
  known.to = Math.max(known.to, number);
  known.documents += 1;
}

function* inBatches(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
