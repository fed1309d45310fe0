/** F21 and F22: other systems' documents under our numbers, and stale answers on connections. */
import { giveAccess } from '../support/senders.js';
import { waitFor } from '../support/waitFor.js';
import { SETTLED_WITHIN_MS } from './checker.js';
import { type Cluster, controlSimulator } from './cluster.js';
import type { Load } from './load.js';
import type { Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

/** The simulator's outcome for our first send of such a number; undefined: 1033 or 1032. */
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
 * A client that no sale of the load has: SUNAT's CDR shows no total, so that without Consulta
 * Integrada only the client distinguishes a foreign document from ours.
 */
const STRANGER = '20512345674';

/** Registers another system's document, and sets the outcome of our first send. */
export async function takeNumber(
  cluster: Cluster,
  documento: string,
  resultado: FirstAnswer,
): Promise<void> {
  await controlSimulator(cluster, 'ajenos', { documento, cliente: STRANGER, total: '42.00' });
  if (resultado) await controlSimulator(cluster, 'siguiente', { resultado, documento });
}

const SERIES = ['03-B001', '01-F001'] as const;
/** Every third number of a series is taken, once for each answer. */
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

/** Gives a business its refused password again, until all its documents are settled. */
export async function restoreAccessUntilSettled(
  cluster: Cluster,
  tenant: Tenant,
  load: Load,
): Promise<void> {
  const open = `SELECT 1 FROM emissions WHERE business_id = $1 AND stage <> 'review' LIMIT 1`;
  /** Whether there is such a row; true while PostgreSQL is unavailable. */
  const any = (sql: string) =>
    cluster.db.pool.query(sql, [tenant.id]).then(
      ({ rowCount }) => rowCount !== 0,
      () => true,
    );
  const tooLate = () => performance.now() - load.soldAt > SETTLED_WITHIN_MS;
  await waitFor(
    'the load is sold, and its documents are settled',
    async () => {
      if (load.soldAt && (tooLate() || !(await any(open)))) return true;
      if (await any(REFUSED))
        await giveAccess(cluster.db, tenant.id, { consult: tenant.consults }).catch(
          () => undefined,
        );
      return false;
    },
    { everyMs: 500, withinMs: 2 * SETTLED_WITHIN_MS },
  );
}

/** Outcomes after which no send of ours can be registered, so that the number is surely foreign. */
const REFUSALS = [undefined, 'caido', 'clave-mala'] as const;

interface ForeignNumbers {
  /** Whether the business can query Consulta Integrada. */
  consult: boolean;
  answers: readonly FirstAnswer[];
}

const foreign = (name: string, { consult, answers }: ForeignNumbers): Scenario => ({
  name,
  seconds: 4,
  options: { consult },
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
  name: 'F22 stale answers of earlier exchanges arrive on a reused connection',
  seconds: 5,
  options: { consult: true },
  reviews: 0,
  async prepare(cluster) {
    // slow answers, so that a stale one arrives while a request waits
    await controlSimulator(cluster, 'latencia', { ms: 0, hasta: 60 });
    for (const stale of STALE)
      await controlSimulator(cluster, 'rezagadas', { ...stale, cada: 2, veces: 8 });
    await controlSimulator(cluster, 'rezagadas', {
      clase: 'estado',
      servicio: 'rest',
      ms: 1,
      veces: 8,
    });
  },
  async inject(cluster, tenant, load) {
    await restoreAccessUntilSettled(cluster, tenant, load);
    await controlSimulator(cluster, 'normal', {});
  },
};

export const FOREIGN: readonly Scenario[] = [
  foreign('F21 our number is taken by another system, and our first send is refused', {
    consult: false,
    answers: REFUSALS,
  }),
  foreign('F21 our number is taken by another system, and our first send ends in every way', {
    consult: true,
    answers: FIRST_ANSWERS,
  }),
  foreign('F21 the same without Consulta Integrada', {
    consult: false,
    answers: FIRST_ANSWERS,
  }),
  F22,
];
