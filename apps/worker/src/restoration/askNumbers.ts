/**
 * Queries the authority for the numbers of a series that no document of ours has, then upwards from
 * the last one until `stretch` numbers in a row are not registered. A registered number only raises
 * the counter: the answer does not say which document has it.
 * At the end it asks for the CDRs whose files are lost.
 */
import {
  type AskedReport,
  type AskedSeries,
  type Db,
  type Restoration,
  raiseSeries,
  type SeriesToAsk,
  seriesToAsk,
} from '@rafaga/db';
import type { FileStore } from '@rafaga/storage';
import {
  type AskDeps,
  createAskStatus,
  createIsRegistered,
  type IsRegistered,
  NoAnswer,
} from './isRegistered.js';
import type { Progress } from './progress.js';
import { restoreCdrs } from './restoreCdrs.js';

/** More numbers belong to another system: an operator decides what to do. */
const MAX_FOUND = 5_000;

export async function askNumbers(
  deps: AskDeps & { files: FileStore },
  { stretch, found, rebuilt }: Pick<Restoration, 'stretch' | 'found' | 'rebuilt'>,
  progress: Progress,
): Promise<AskedReport> {
  const report: AskedReport = { series: [] };
  const all = await seriesToAsk(deps.db, found);
  for (const each of all) {
    report.series.push(await askSeries(deps, each, stretch));
    await progress({ step: `${each.ruc} ${each.series}`, done: report.series.length });
  }
  const lost = rebuilt?.files?.cdrs ?? [];
  if (lost.length > 0) report.cdrs = await restoreCdrs(deps, all, lost, progress);
  return report;
}

async function askSeries(deps: AskDeps, each: SeriesToAsk, stretch: number): Promise<AskedSeries> {
  const { ruc, environment, series, unexplained } = each;
  const asked: AskedSeries = {
    ruc,
    environment,
    series,
    registered: [],
    unexplained: [],
    complete: false,
  };
  const askStatus = await createAskStatus(deps, each);
  if (typeof askStatus === 'string') return { ...asked, unexplained, reason: askStatus };
  const isRegistered = createIsRegistered(each, askStatus);
  try {
    for (const number of unexplained)
      ((await isRegistered(number)) ? asked.registered : asked.unexplained).push(number);
    await askUpwards(deps.db, each, isRegistered, asked, stretch);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    asked.reason = error.message;
  }
  return asked;
}

async function askUpwards(
  db: Db,
  each: SeriesToAsk,
  isRegistered: IsRegistered,
  asked: AskedSeries,
  stretch: number,
): Promise<void> {
  let none = 0;
  for (let number = each.lastNumber + 1; none < stretch && number <= 99_999_999; number += 1) {
    if (asked.registered.length >= MAX_FOUND) {
      asked.reason = `SUNAT tiene más de ${MAX_FOUND} números que aquí no están`;
      return;
    }
    if (!(await isRegistered(number))) none += 1;
    else {
      none = 0;
      asked.registered.push(number);
      await raiseSeries(db, each, number);
    }
  }
  asked.complete = true;
}
