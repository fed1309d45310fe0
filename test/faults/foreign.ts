/**
 * F21 and F22: another system's documents under our numbers, and answers that come late on a
 * connection that is used again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { giveAccess } from '../support/senders.js';
import { SETTLED_WITHIN_MS } from './checker.js';
import { type Cluster, tellAuthority } from './cluster.js';
import type { Load } from './load.js';
import type { Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

/**
 * What our first send of such a number is answered with; undefined: by what is registered there.
 */
export const FIRST_ANSWERS = [
  undefined,
  'caido',
  'clave-mala',
  'corte-antes',
  'http-500',
  'http-503',
  'texto',
] as const;
export type FirstAnswer = (typeof FIRST_ANSWERS)[number];

/**
 * Of no sale of ours: SUNAT's CDR shows no total, so without Consulta Integrada the client alone
 * tells another's from ours.
 */
const STRANGER = '20512345674';

/** Another system's document, and what comes before the authority says that it is there. */
export async function takeNumber(
  cluster: Cluster,
  documento: string,
  resultado: FirstAnswer,
): Promise<void> {
  await tellAuthority(cluster, 'ajenos', { documento, cliente: STRANGER, total: '42.00' });
  if (resultado) await tellAuthority(cluster, 'siguiente', { resultado, documento });
}

const SERIES = ['03-B001', '01-F001'] as const;
/** One sale in three meets one, until all were met. */
const EVERY = 3;

const takeNumbers = async (
  cluster: Cluster,
  { ruc }: Tenant,
  answers: readonly FirstAnswer[],
): Promise<void> => {
  for (const series of SERIES)
    for (const [index, answer] of answers.entries())
      await takeNumber(cluster, `${ruc}-${series}-${(index + 1) * EVERY}`, answer);
};

const REFUSED = 'SELECT 1 FROM businesses WHERE id = $1 AND paused_until IS NOT NULL';

/**
 * The password that was refused is given anew, as often as it takes, until everything has come to
 * its end.
 */
export async function restoreAccessUntilSettled(
  cluster: Cluster,
  tenant: Tenant,
  load: Load,
): Promise<void> {
  const open = `SELECT 1 FROM emissions WHERE business_id = $1 AND stage <> 'review' LIMIT 1`;
  /** While PostgreSQL is away, there may be. */
  const any = (sql: string) =>
    cluster.db.pool.query(sql, [tenant.id]).then(
      ({ rowCount }) => rowCount !== 0,
      () => true,
    );
  const tooLate = () => performance.now() - load.soldAt > SETTLED_WITHIN_MS;
  while (!load.soldAt || (!tooLate() && (await any(open)))) {
    if (await any(REFUSED))
      await giveAccess(cluster.db, tenant.id, tenant.consults).catch(() => undefined);
    await sleep(500);
  }
}

/** After these nothing of ours can be registered: it is known at once whose the number is. */
const REFUSALS = [undefined, 'caido', 'clave-mala'] as const;

const foreign = (name: string, consult: boolean, answers: readonly FirstAnswer[]): Scenario => ({
  name,
  seconds: 4,
  wishes: { consult },
  reviews: SERIES.length * answers.length,
  needless: 0,
  prepare: (cluster, tenant) => takeNumbers(cluster, tenant, answers),
  inject: restoreAccessUntilSettled,
});

const STALE = [
  { clase: 'fallo', codigo: '2800', ms: 1 },
  { clase: 'fallo', codigo: '2800', ms: 50 },
  { clase: 'fallo', codigo: '0109', ms: 1 },
  { clase: 'constancia', ms: 1 },
  { clase: 'constancia', ms: 50 },
] as const;

const F22: Scenario = {
  name: 'F22 answers of earlier exchanges come late, on the connection of another',
  short: true,
  seconds: 5,
  wishes: { consult: true },
  reviews: 0,
  async prepare(cluster) {
    // so that what is late meets a question that waits
    await tellAuthority(cluster, 'latencia', { ms: 0, hasta: 60 });
    for (const stale of STALE)
      await tellAuthority(cluster, 'rezagadas', { ...stale, cada: 2, veces: 8 });
    await tellAuthority(cluster, 'rezagadas', {
      clase: 'estado',
      servicio: 'rest',
      ms: 1,
      veces: 8,
    });
  },
  async inject(cluster, tenant, load) {
    await restoreAccessUntilSettled(cluster, tenant, load);
    await tellAuthority(cluster, 'normal', {});
  },
};

export const FOREIGN: readonly Scenario[] = [
  {
    ...foreign(
      'F21 our number is taken by another system, and our first send is refused',
      false,
      REFUSALS,
    ),
    short: true,
  },
  foreign(
    'F21 our number is taken by another system, and our first send ends in every way',
    true,
    FIRST_ANSWERS,
  ),
  foreign('F21 the same, where Consulta Integrada cannot be asked', false, FIRST_ANSWERS),
  F22,
];
