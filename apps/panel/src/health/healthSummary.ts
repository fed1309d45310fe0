/** The overall health in one sentence with its severity, computed from the statistics alone. */
import type { ProcessCondition, SystemStats } from '@rafaga/db';
import type { QueueCounts } from '@rafaga/queue';
import type { Severity } from '../html/components.js';
import { ago, clock, many } from '../html/formats.js';
import { ALIVE_MS, isAlive, type SystemProblem, systemProblems } from './systemProblems.js';

export interface HealthInputs {
  stats: SystemStats;
  /** Undefined: Redis does not answer. */
  queues: { emit: Pick<QueueCounts, 'workers' | 'paused'> } | undefined;
  /** PostgreSQL did not answer the last query. */
  stale: boolean;
  /** The conditions of the panel's own process. */
  own?: readonly ProcessCondition[];
  /** A restoration is open. */
  restoring?: boolean;
  now: Date;
}

export interface HealthSummary {
  severity: Severity;
  /** The severity in a word, so that it is not told by colour alone. */
  word: string;
  sentence: string;
  /** What it means, or what to do. */
  detail: string;
  /** The page that shows the cause. */
  link?: { path: string; label: string };
}

/** Older statistics say nothing about the present. */
const STALE_MS = 30_000;
const LATE_MS = 60_000;
const STUCK_MS = 5 * 60_000;

/** The most severe statement that holds: the rules are listed by severity, the first match wins. */
export function healthSummary(inputs: HealthInputs): HealthSummary {
  const state = stateOf(inputs);
  for (const rule of RULES) {
    const summary = rule(state);
    if (summary) return summary;
  }
  return allWell(state);
}

interface State extends HealthInputs {
  /** Documents that are pending and not of a paused business. */
  waiting: number;
  /** The same, in words. */
  documents: string;
  /** Since when the oldest pending document waits. */
  since: Date;
  waitMs: number;
  /** A worker lives: a heartbeat, a step or a held document shows it, not its Redis connection. */
  working: boolean;
  /** Documents wait too long, and not for SUNAT. */
  stuck: boolean;
  worst: SystemProblem | undefined;
}

function stateOf(inputs: HealthInputs): State {
  const { stats, now, own } = inputs;
  const waiting = stats.open - stats.paused;
  const since = stats.oldest ?? now;
  const waitMs = now.getTime() - since.getTime();
  return {
    ...inputs,
    waiting,
    documents: many(waiting, 'comprobante', 'comprobantes'),
    since,
    waitMs,
    working: isAnyWorkerAlive(stats, now),
    stuck: waitMs > STUCK_MS && waiting > 0 && stats.unreachable === 0,
    worst: systemProblems(stats.processes, stats.at, own)[0],
  };
}

const isAnyWorkerAlive = ({ holders, lastStep, processes, at }: SystemStats, now: Date): boolean =>
  holders > 0 ||
  (lastStep !== null && now.getTime() - lastStep.getTime() < ALIVE_MS) ||
  processes.some((process) => process.kind === 'worker' && isAlive(process, at));

type Rule = (state: State) => HealthSummary | undefined | false;

const PROCESSES = { path: '/colas#procesos', label: 'Ver los procesos' };
const QUEUES = { path: '/colas', label: 'Ver las colas' };
const SUNAT = { path: '/sunat', label: 'Ver SUNAT' };
const STUCK = { path: '/referencias?ver=detenidas', label: 'Ver las detenidas' };

const RULES: readonly Rule[] = [
  ({ restoring }) =>
    restoring && {
      severity: 'bad',
      word: 'restauración',
      sentence: 'No se emite ni se envía nada: la base de datos sabe menos de lo que ya se emitió.',
      detail: 'Se puso una copia antigua en su lugar.',
      link: { path: '/restauracion', label: 'Ver la restauración' },
    },
  ({ stats, stale, now }) =>
    now.getTime() - stats.at.getTime() > STALE_MS && {
      severity: 'calm',
      word: 'sin datos',
      sentence: stale
        ? 'No pudimos calcular la salud: PostgreSQL no responde a tiempo.'
        : 'No hay datos recientes.',
      detail: `Los datos de abajo son de hace ${ago(stats.at, now)}.`,
    },
  ({ waiting, queues, documents }) =>
    waiting > 0 &&
    queues?.emit.paused && {
      severity: 'warn',
      word: 'en pausa',
      sentence: `La cola está en pausa: ${documents} por enviar.`,
      detail: 'Nada se pierde; se enviarán al reanudarla.',
      link: QUEUES,
    },
  ({ worst, now }) => worst?.severity === 'bad' && reported(worst, 'bad', now),
  ({ waiting, working, documents }) =>
    waiting > 0 &&
    !working && {
      severity: 'bad',
      word: 'detenido',
      sentence: `Ningún procesador trabaja y hay ${documents} por enviar.`,
      detail: 'Iniciar un procesador (worker): tomará lo que espera.',
      link: QUEUES,
    },
  ({ stats: { urgent } }) =>
    urgent > 0 && {
      severity: 'bad',
      word: 'urgente',
      sentence:
        `${many(urgent, 'comprobante debe', 'comprobantes deben')} llegar a SUNAT hoy, y ` +
        'siguen sin respuesta.',
      detail: 'Después SUNAT los rechaza por fuera de plazo.',
      link: STUCK,
    },
  ({ worst, stuck, now }) => worst && reported(worst, stuck ? 'bad' : worst.severity, now),
  ({ stuck, since, now }) =>
    stuck && {
      severity: 'bad',
      word: 'detenido',
      sentence: `Hay comprobantes que esperan desde hace ${ago(since, now)}.`,
      detail: 'SUNAT responde: algo nuestro los detiene.',
      link: STUCK,
    },
  ({ stats: { unreachable, nextTry } }) =>
    unreachable > 0 && {
      severity: 'warn',
      word: 'espera',
      sentence:
        'No se llega a SUNAT: ' +
        `${many(unreachable, 'comprobante espera', 'comprobantes esperan')}.`,
      detail:
        'No se pierde nada: se enviarán ' +
        `solos.${nextTry ? ` Se prueba otra vez a las ${clock(nextTry)}.` : ''}`,
      link: SUNAT,
    },
  ({ stats: { review } }) =>
    review > 0 && {
      severity: 'warn',
      word: 'por decidir',
      sentence: `${many(review, 'referencia está', 'referencias están')} en revisión.`,
      detail: 'Una persona debe decidir qué pasó con cada una.',
      link: STUCK,
    },
  ({ waitMs, waiting, since, now, documents }) =>
    waitMs > LATE_MS &&
    waiting > 0 && {
      severity: 'warn',
      word: 'lento',
      sentence: `El más antiguo espera desde hace ${ago(since, now)}.`,
      detail: `Hay ${documents} por enviar.`,
      link: QUEUES,
    },
  ({ queues }) =>
    !queues && {
      severity: 'warn',
      word: 'sin Redis',
      sentence: 'Redis no responde.',
      detail: 'Emitir no depende de él; los envíos siguen, más despacio.',
      link: QUEUES,
    },
  ({ stats: { certificates } }) =>
    certificates.expired + certificates.week > 0 && {
      severity: 'warn',
      word: 'por vencer',
      sentence: expiryText(certificates),
      detail: 'Sin certificado vigente no se puede emitir.',
      link: { path: '/negocios', label: 'Ver los negocios' },
    },
];

const allWell = ({ waiting, documents }: State): HealthSummary => ({
  severity: 'good',
  word: 'bien',
  sentence: 'Todo avanza.',
  detail: waiting > 0 ? `${documents} en camino.` : 'No hay nada pendiente de SUNAT.',
});

const expiryText = ({ expired, week }: SystemStats['certificates']): string =>
  expired > 0
    ? `${many(expired, 'certificado venció', 'certificados vencieron')}.`
    : `${many(week, 'certificado vence', 'certificados vencen')} en menos de 7 días.`;

const WORDS: Readonly<Record<string, string>> = { bad: 'falla', warn: 'atención' };

function reported(
  { text, remedy, since, reporters }: SystemProblem,
  severity: Severity,
  now: Date,
): HealthSummary {
  const by = `Lo dice${reporters.length === 1 ? '' : 'n'}: ${reporters.join(', ')}.`;
  return {
    severity,
    word: WORDS[severity] ?? '',
    sentence: `${text}, desde hace ${ago(since, now)}.`,
    detail: `${remedy ? `${remedy}. ` : ''}${by}`,
    link: PROCESSES,
  };
}
