/**
 * Queries the authority for the numbers of a series that no document of ours has, then upwards from
 * the last one until a stretch of numbers is unknown to it. A number that it has only raises the
 * counter: the answer does not say which document has it.
 */
import { type Db, type Restoration, raiseSeries, type SeriesToAsk, seriesToAsk } from '@rafaga/db';
import type { StatusReply } from '@rafaga/sunat';
import type { Authorities } from '../exchange/authorities.js';
import type { Accesses } from '../keys/accesses.js';
import type { Progress } from './rebuild.js';

export interface AskReport {
  series: AskedSeries[];
}

export interface AskedSeries {
  ruc: string;
  environment: string;
  series: string;
  /** Numbers that the authority has and the database does not. */
  registered: number[];
  /** Numbers up to the last that neither has, or that it cannot be queried for. */
  unexplained: number[];
  /** It was queried until it had none; else `reason` says why not. */
  complete: boolean;
  reason?: string;
}

export interface AskDeps {
  db: Db;
  authorities: Authorities;
  accesses: Accesses;
}

/** More are the archive of another system: an operator decides. */
const MOST_FOUND = 5_000;
const TRIES = 3;
const AGAIN_MS = 1_000;

export async function askNumbers(
  deps: AskDeps,
  { stretch, found }: Pick<Restoration, 'stretch' | 'found'>,
  progress: Progress,
): Promise<AskReport> {
  const report: AskReport = { series: [] };
  for (const each of await seriesToAsk(deps.db, found)) {
    report.series.push(await askSeries(deps, each, stretch));
    await progress({ step: `${each.ruc} ${each.series}`, done: report.series.length });
  }
  return report;
}

/** Whether the authority has a number. */
type IsRegistered = (number: number) => Promise<boolean>;

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
  const isRegistered = await createIsRegistered(deps, each);
  if (typeof isRegistered === 'string') return { ...asked, unexplained, reason: isRegistered };
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
    if (asked.registered.length >= MOST_FOUND) {
      asked.reason = `SUNAT tiene más de ${MOST_FOUND} números que aquí no están`;
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

/** The authority did not say whether it has the number. */
class NoAnswer extends Error {}

/** @returns the query, or in Spanish why the authority cannot be queried for this series */
async function createIsRegistered(
  { authorities, accesses }: AskDeps,
  each: SeriesToAsk,
): Promise<IsRegistered | string> {
  const { kind, ruc, series, businessId, accessAt } = each;
  if (kind === 'boleta')
    return (
      'SUNAT no responde por el número de una boleta sin su fecha y su importe: usa un salto ' +
      'al terminar'
    );
  if (!accessAt) return 'el negocio no tiene usuario SOL con qué preguntar';
  const business = businessOf(each);
  const { statusCdr } = authorities.of(business).client;
  if (!statusCdr) return 'el ambiente del negocio no tiene un servicio de consulta';
  const access = await accesses({ businessId, business });
  if (!access) return 'el negocio no tiene usuario SOL con qué preguntar';
  return async (number) => {
    let reply: StatusReply | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      reply = await statusCdr({ ruc, type: '01', series, number }, access.sol);
      const known = registered(reply);
      if (known !== undefined) return known;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    throw new NoAnswer(`SUNAT no contestó por ${series}-${number}: ${describe(reply)}`);
  };
}

/** 0011: not registered. A CDR, or accepted, rejected or voided: registered. Else unknown. */
function registered(reply: StatusReply): boolean | undefined {
  if (reply.is === 'cdr') return true;
  if (reply.is !== 'status') return undefined;
  if (reply.code === '0011') return false;
  return ['0001', '0002', '0003', '0004'].includes(reply.code) ? true : undefined;
}

const describe = (reply: StatusReply | undefined): string => {
  if (!reply || reply.is === 'cdr') return 'sin respuesta';
  return 'code' in reply ? `${reply.code} ${reply.text}` : reply.reason;
};

const businessOf = ({ ruc, authority, billUrl, consultUrl, accessAt }: SeriesToAsk) => ({
  issuer: { ruc, legalName: '' },
  signatureDigest: 'sha1' as const,
  unprovenPolicy: 'review' as const,
  authority,
  ...(billUrl !== null && { billUrl }),
  ...(consultUrl !== null && { consultUrl }),
  prints: false,
  ...(accessAt && { accessAt }),
});
