/**
 * Finds the files that the database has and the file store lost, as after a loss of the machine and
 * its disk, whose copy is some seconds older than the log of PostgreSQL. Signed ones are made
 * again; the CDRs are left to the step that asks SUNAT, and PDFs are drawn when they are asked for.
 */
import {
  EVERY_BUSINESS,
  type FileToCheck,
  filesToCheck,
  idAtMs,
  listRucs,
  msOfId,
  type RestoredFiles,
} from '@rafaga/db';
import { UnreadableFile } from '@rafaga/storage';
import { type SignAgainDeps, signAgain } from '../files/signAgain.js';
import type { Progress } from './progress.js';

const DAY_MS = 86_400_000;
/** More are counted, and their CDRs are not asked for. */
const MAX_CDRS = 10_000;

/**
 * Examines the files of the last day, and of twice as many days again while some of those that were
 * examined last are lost.
 * @param newest the id of the newest document
 */
export async function restoreFiles(
  deps: SignAgainDeps,
  newest: number | null,
  progress: Progress,
): Promise<RestoredFiles> {
  const report: RestoredFiles = { signedAgain: 0, cdrs: [], lost: 0 };
  if (newest === null) return report;
  const found = () => report.signedAgain + report.cdrs.length + report.lost;
  for (let days = 1, until = Number.MAX_SAFE_INTEGER; until > 0; days *= 2) {
    const from = idAtMs(msOfId(newest) - days * DAY_MS);
    const before = found();
    await examine({ deps, report, progress }, from, until);
    if (found() === before) break;
    until = from;
  }
  return report;
}

interface Work {
  deps: SignAgainDeps;
  report: RestoredFiles;
  progress: Progress;
}

async function examine(work: Work, from: number, until: number): Promise<void> {
  const { db, files } = work.deps;
  const stored = new Set<string>();
  for await (const { objectKey } of files.list(new Date(msOfId(from)), await listRucs(db)))
    stored.add(objectKey);
  let done = 0;
  for await (const batch of filesToCheck(db, EVERY_BUSINESS, from)) {
    for (const file of batch) {
      if (file.documentId >= until) return;
      if (!stored.has(file.objectKey) && (await isLost(work.deps, file))) await restore(work, file);
    }
    done += batch.length;
    await work.progress({ step: 'guardados', done });
  }
}

/** The XML is in the ZIP, and PDFs are not needed. */
async function isLost(
  { files }: SignAgainDeps,
  { kind, objectKey, sha256 }: FileToCheck,
): Promise<boolean> {
  if (kind !== 'zip' && kind !== 'cdr') return false;
  return files.get(objectKey, sha256).then(
    () => false,
    (error) => {
      if (error instanceof UnreadableFile) return true;
      throw error;
    },
  );
}

async function restore({ deps, report }: Work, { kind, documentId, objectKey }: FileToCheck) {
  if (kind === 'cdr' && report.cdrs.length < MAX_CDRS) report.cdrs.push(documentId);
  else if (kind === 'zip' && (await signAgain(deps, documentId))) report.signedAgain += 1;
  else {
    report.lost += 1;
    report.example ??= objectKey;
  }
}
