/**
 * Finds the files that the database has and the file store lost, as after a loss of the machine and
 * its disk, whose copy is some seconds older than the log of PostgreSQL. Signed ones are made
 * again; the CDRs are left to the step that asks SUNAT, and PDFs to their next download, which
 * draws them.
 */
import {
  EVERY_BUSINESS,
  type FileToCheck,
  filesToCheck,
  idAtMs,
  listRucs,
  msOfId,
  type RestoredFiles,
  StepLost,
} from '@rafaga/db';
import { SealBroken } from '@rafaga/secrets';
import { readable } from '@rafaga/storage';
import { type SignAgainDeps, signAgain } from '../files/signAgain.js';
import type { Progress } from './progress.js';

const DAY_MS = 86_400_000;
/** Over a weekend nothing may have been issued. */
const FIRST_DAYS = 3;
/** Nothing is issued meanwhile: the others are left to the next run of the step. */
const MAX_LOST = 50_000;

/**
 * Examines the files of the last days, and of twice as many days again while some of those that
 * were examined last are lost.
 * @param newest the id of the newest document
 */
export async function restoreFiles(
  deps: SignAgainDeps,
  newest: number,
  progress: Progress,
): Promise<RestoredFiles> {
  const report: RestoredFiles = { since: '', signedAgain: 0, cdrs: [], boletaCdrs: 0, lost: 0 };
  const work: Work = { deps, report, progress, examined: 0 };
  for (let days = FIRST_DAYS, until = Number.MAX_SAFE_INTEGER; until > 0; days *= 2) {
    const from = idAtMs(msOfId(newest) - days * DAY_MS);
    const before = found(report);
    report.since = new Date(msOfId(from)).toISOString();
    report.failed = await failureOf(examine(work, from, until));
    if (report.failed !== undefined) break;
    if (found(report) === before || found(report) >= MAX_LOST) break;
    until = from;
  }
  return report;
}

/** What was rebuilt counts all the same, and its step must end. @returns the failure, in Spanish */
const failureOf = (work: Promise<void>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => {
      if (error instanceof StepLost) throw error;
      return error instanceof SealBroken
        ? 'este worker no tiene las claves de un certificado'
        : error.message;
    },
  );

const found = ({ signedAgain, cdrs, boletaCdrs, lost }: RestoredFiles): number =>
  signedAgain + cdrs.length + boletaCdrs + lost;

interface Work {
  deps: SignAgainDeps;
  report: RestoredFiles;
  progress: Progress;
  /** Files so far. */
  examined: number;
}

async function examine(work: Work, from: number, until: number): Promise<void> {
  const { deps, report, progress } = work;
  const stored = new Set<string>();
  for await (const { objectKey } of deps.files.list(
    new Date(msOfId(from)),
    await listRucs(deps.db),
  ))
    stored.add(objectKey);
  for await (const batch of filesToCheck(deps.db, EVERY_BUSINESS, from)) {
    for (const file of batch) {
      if (file.documentId >= until || found(report) >= MAX_LOST) return;
      if (!stored.has(file.objectKey) && (await isLost(deps, file))) await restore(work, file);
    }
    work.examined += batch.length;
    await progress({ step: 'guardados', done: work.examined });
  }
}

/** The XML is in the ZIP, and PDFs are not needed. */
async function isLost(
  { files }: SignAgainDeps,
  { kind, objectKey, sha256 }: FileToCheck,
): Promise<boolean> {
  if (kind !== 'zip' && kind !== 'cdr') return false;
  return (await readable(files, objectKey, sha256)) === undefined;
}

async function restore({ deps, report }: Work, { kind, documentId, objectKey }: FileToCheck) {
  if (kind === 'cdr' && OF_FACTURA.test(objectKey)) report.cdrs.push(documentId);
  else if (kind === 'cdr') report.boletaCdrs += 1;
  else if (await signAgain(deps, documentId)) report.signedAgain += 1;
  else {
    report.lost += 1;
    report.example ??= objectKey;
  }
}

const OF_FACTURA = /-R-\d{11}-01-[^/]+$/;
