/**
 * Asks the authority for numbers that no document of ours explains, and upwards from the last one
 * until it has none for a stretch. What it has only raises the counter: whose document it is,
 * nobody can tell from here.
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
  /** Numbers that the authority has and we do not. */
  registered: number[];
  /** Numbers up to the last that neither has, or of which it cannot be asked. */
  unexplained: number[];
  /** It was asked until it had none; else the reason. */
  complete: boolean;
  reason?: string;
}

export interface AskDeps {
  db: Db;
  authorities: Authorities;
  accesses: Accesses;
}

/** More would be another system's whole archive: a person decides. */
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

type Tell = (number: number) => Promise<boolean>;

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
  const tell = await tellerOf(deps, each);
  if (typeof tell === 'string') return { ...asked, unexplained, reason: tell };
  try {
    for (const number of unexplained)
      ((await tell(number)) ? asked.registered : asked.unexplained).push(number);
    await askUpwards(deps.db, each, tell, asked, stretch);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    asked.reason = error.message;
  }
  return asked;
}

async function askUpwards(
  db: Db,
  each: SeriesToAsk,
  tell: Tell,
  asked: AskedSeries,
  stretch: number,
): Promise<void> {
  let none = 0;
  for (let number = each.lastNumber + 1; none < stretch && number <= 99_999_999; number += 1) {
    if (asked.registered.length >= MOST_FOUND) {
      asked.reason = `SUNAT tiene más de ${MOST_FOUND} números que aquí no están`;
      return;
    }
    if (!(await tell(number))) none += 1;
    else {
      none = 0;
      asked.registered.push(number);
      await raiseSeries(db, each, number);
    }
  }
  asked.complete = true;
}

/** The authority said neither yes nor no. */
class NoAnswer extends Error {}

/**
 * Says whether the authority has a number; or, in Spanish, the reason for which it cannot be asked.
 */
async function tellerOf(
  { authorities, accesses }: AskDeps,
  each: SeriesToAsk,
): Promise<Tell | string> {
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
      const known = hasIt(reply);
      if (known !== undefined) return known;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    throw new NoAnswer(`SUNAT no contestó por ${series}-${number}: ${inWords(reply)}`);
  };
}

/** 0011: it does not exist. A CDR, or that it was accepted, rejected or voided: it does. */
function hasIt(reply: StatusReply): boolean | undefined {
  if (reply.is === 'cdr') return true;
  if (reply.is !== 'status') return undefined;
  if (reply.code === '0011') return false;
  return ['0001', '0002', '0003', '0004'].includes(reply.code) ? true : undefined;
}

const inWords = (reply: StatusReply | undefined): string => {
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
