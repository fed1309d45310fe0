/** Asks the authority again for lost CDRs; only the recorded bytes replace a lost file. */
import { openDocument, type RestoredCdrs, type SeriesToAsk, type StoredDocument } from '@rafaga/db';
import { type FileStore, hashAndSize, readable, restoreFile } from '@rafaga/storage';
import { type AskDeps, type AskStatus, askUntilSaid, createAskStatus } from './isRegistered.js';
import type { Progress } from './progress.js';

const EVERY = 100;

/**
 * @param series the active series of all businesses
 * @param documents whose CDR is lost
 */
export async function restoreCdrs(
  deps: AskDeps & { files: FileStore },
  series: readonly SeriesToAsk[],
  documents: readonly number[],
  progress: Progress,
): Promise<RestoredCdrs> {
  const report: RestoredCdrs = { restored: 0, lost: {} };
  const askOf = createAskOf(deps, series);
  for (const [at, id] of documents.entries()) {
    if (at % EVERY === 0) await progress({ step: 'constancias', done: at });
    const document = await openDocument(deps.db, id);
    if (!document) continue;
    const problem = await restoreCdr(deps.files, document, await askOf(document));
    if (problem === undefined) report.restored += 1;
    else report.lost[problem] = (report.lost[problem] ?? 0) + 1;
  }
  return report;
}

/** Opens the service of each series once. */
function createAskOf(deps: AskDeps, series: readonly SeriesToAsk[]) {
  const opened = new Map<SeriesToAsk, Promise<AskStatus | string>>();
  return async (document: StoredDocument): Promise<AskStatus | string> => {
    const own = series.find(
      (each) =>
        each.businessId === document.businessId &&
        each.environment === document.environment &&
        each.series === document.series,
    );
    if (!own) return 'su serie está cerrada o es de otro ambiente';
    const ask = opened.get(own) ?? createAskStatus(deps, own);
    opened.set(own, ask);
    return ask;
  };
}

/** @returns why it is still lost, in Spanish */
async function restoreCdr(
  files: FileStore,
  { number, files: recorded }: StoredDocument,
  ask: AskStatus | string,
): Promise<string | undefined> {
  if (typeof ask === 'string') return ask;
  const lost = recorded.find(({ kind }) => kind === 'cdr');
  // an earlier run may have restored it
  if (!lost || (await readable(files, lost.objectKey, lost.sha256))) return undefined;
  const reply = await askUntilSaid(ask, number);
  if (reply.is === 'status') return 'SUNAT no la dio';
  if (reply.is !== 'cdr') return 'SUNAT no contestó';
  if (!hashAndSize(reply.zip).sha256.equals(lost.sha256)) return 'SUNAT dio otra';
  await restoreFile(files, lost, reply.zip);
  return undefined;
}
