/** What is wrong with the installation itself: its servers, its processes, its queue. */

import type { SystemStats } from '@rafaga/db';
import { many } from '@rafaga/operations';
import { ago, clock } from '../html/formats.js';
import type { HealthFacts } from './healthFacts.js';
import type { HealthProblem } from './healthProblem.js';
import { type SendingStop, whenSent } from './sendingStops.js';
import { NO_SIGNAL, type SystemProblem, systemProblems, workersAlive } from './systemProblems.js';

const PROCESSES = { path: '/colas#procesos', label: 'Ver los procesos' };
const QUEUES = { path: '/colas', label: 'Ver las colas' };
/** The words under which a process reports that a server does not answer. */
const POSTGRES = 'postgres';
const REDIS = 'redis';

export const restorationProblem = ({ restoring }: HealthFacts): HealthProblem | false =>
  restoring && {
    cause: 'restoration',
    key: 'restoration',
    severity: 'bad',
    text: 'No se emite ni se envía nada: la base de datos sabe menos de lo que ya se emitió.',
    advice: 'Se puso una copia antigua en su lugar.',
    link: { path: '/restauracion', label: 'Ver la restauración' },
  };

/** Undefined: PostgreSQL answers the panel. */
export function postgresProblem(facts: HealthFacts): HealthProblem | undefined {
  const condition = facts.own.find(({ word }) => word === POSTGRES);
  if (!condition && !(facts.stale && isOld(facts))) return undefined;
  const since = condition?.since ?? facts.stats?.at;
  return {
    cause: 'postgres',
    key: 'postgres',
    severity: 'bad',
    text: `PostgreSQL no responde${since ? ` desde las ${clock(since)}` : ''}.`,
    advice:
      'Mientras tanto no se emite ni se envía nada, y lo de abajo es de antes. ' +
      'Revisa que PostgreSQL esté en marcha y que DATABASE_URL lo nombre.',
    link: PROCESSES,
  };
}

/** Older statistics say nothing about the present. */
const STALE_MS = 30_000;
export const isOld = ({ stats, now }: HealthFacts): boolean =>
  !stats || now.getTime() - stats.at.getTime() > STALE_MS;

/** The facts with the statistics of now. */
export type Known = HealthFacts & { stats: SystemStats };

/** What the processes report, and what the panel sees for itself. */
export type Reports = Pick<HealthFacts, 'now' | 'own' | 'queues'> & {
  stats: Pick<SystemStats, 'processes' | 'at'>;
};

interface Wait {
  /** Documents wait too long: what else is only announced may be the reason. */
  held: boolean;
}

/** The problems of processes; that Redis does not answer is one of its own. */
export const processProblems = ({ stats, own, now }: Reports, { held }: Wait): HealthProblem[] =>
  systemProblems(stats.processes, stats.at, own)
    .filter(({ word }) => word !== REDIS)
    .map((problem) => processProblem(problem, held, now));

function processProblem(problem: SystemProblem, held: boolean, now: Date): HealthProblem {
  const { key, word, severity, text, remedy, since, reporters } = problem;
  const by = `Lo dice${reporters.length === 1 ? '' : 'n'}: ${reporters.join(', ')}`;
  const parts = [remedy, word !== NO_SIGNAL && by].filter(Boolean);
  return {
    cause: 'process',
    key: `process ${key}`,
    severity: severity === 'bad' || held ? 'bad' : 'warn',
    text: `${text}, desde hace ${ago(since, now)}.`,
    advice: parts.map((part) => `${part}.`).join(' '),
    link: PROCESSES,
  };
}

export function redisProblem(
  { stats, own, queues }: Reports,
  { held, stops }: Wait & { stops: readonly SendingStop[] },
): HealthProblem | undefined {
  const said = systemProblems(stats.processes, stats.at, own).find(({ word }) => word === REDIS);
  if (!said && queues) return undefined;
  const { text, remedy } = { ...SILENT, ...said };
  return {
    cause: 'redis',
    key: 'redis',
    severity: held ? 'bad' : 'warn',
    text: `${text}${said ? `, desde las ${clock(said.since)}` : ''}.`,
    advice:
      `${stops.length > 0 ? '' : 'Emitir no depende de él; los envíos siguen, más despacio. '}` +
      `${remedy}.`,
    link: PROCESSES,
  };
}

/** What is said of a Redis that only the panel misses. */
const SILENT = {
  text: 'Redis no responde',
  remedy: 'Revisa que Redis esté en marcha y que REDIS_URL lo nombre',
};

/** Its heartbeat alone proves that a worker works: a connection to Redis survives its process. */
export function workersProblem(
  { stats }: Known,
  stops: readonly SendingStop[],
): HealthProblem | false {
  if (workersAlive(stats.processes, stats.at) > 0) return false;
  const waiting = many(stats.open, 'comprobante', 'comprobantes');
  return {
    cause: 'workers',
    key: 'workers',
    severity: stats.open > 0 ? 'bad' : 'warn',
    text:
      stats.open > 0
        ? `Ningún procesador trabaja y hay ${waiting} por enviar.`
        : 'Ningún procesador trabaja: lo que se emita no se enviará a SUNAT.',
    advice: startWorker(stops),
    link: PROCESSES,
  };
}

/** A worker that is started takes what waits, unless something else keeps it. */
export function startWorker(stops: readonly SendingStop[]): string {
  const others = stops.filter((stop) => stop !== 'workers');
  return others.length === 0
    ? 'Inicia un procesador (worker): tomará lo que espera.'
    : `Inicia un procesador (worker): tomará lo que espera ${whenSent(others)}.`;
}

export const queueProblem = (
  { stats, emissionPaused }: Known,
  stops: readonly SendingStop[],
): HealthProblem | false =>
  emissionPaused && {
    cause: 'queue_paused',
    key: 'queue_paused',
    severity: 'warn',
    text:
      stats.open > 0
        ? `La cola está en pausa: ${many(stats.open, 'comprobante', 'comprobantes')} por enviar.`
        : 'La cola está en pausa: lo que se emita no se enviará a SUNAT.',
    advice: `Nada se pierde: se enviará ${whenSent(stops)}.`,
    link: QUEUES,
    documents: stats.open,
  };
