/**
 * The problems that the processes report, and the processes that have stopped reporting: each
 * problem once, with its reporters, the blocking ones first.
 */
import type { ProcessCondition, ProcessKind, ProcessRow } from '@rafaga/db';
import type { Severity } from '../html/components.js';

export interface SystemProblem extends ProcessCondition {
  /** The same for every report of this problem. */
  key: string;
  severity: Extract<Severity, 'bad' | 'warn'>;
  /** Names of the processes that report it. */
  reporters: string[];
}

/** A process writes its heartbeat every five seconds. */
const ALIVE_MS = 30_000;
/** While others of its kind live, one that has fallen silent is grave for so long, */
const REPLACED_MS = 10 * 60_000;
/** and is reported for so long. The last of its kind is reported until its row is deleted. */
const FORGOTTEN_MS = 60 * 60_000;

export const PROCESS_KINDS: Readonly<Record<ProcessKind, string>> = {
  api: 'API',
  worker: 'procesador',
  panel: 'panel',
};

/** Conditions that stop the work; the others slow it down or announce a risk. */
const BLOCKING: ReadonlySet<string> = new Set([
  'postgres',
  'postgres_sin_espacio',
  'postgres_bloqueado',
  'postgres_sin_permisos',
  'postgres_sin_replica',
  'postgres_solo_lectura',
  'archivos',
  'archivos_sin_espacio',
  'archivos_solo_lectura',
  'barrido',
  'sin_avance',
]);

const severityOf = ({ word }: ProcessCondition) => (BLOCKING.has(word) ? 'bad' : 'warn');

export const isAlive = ({ seenAt }: ProcessRow, at: Date): boolean =>
  at.getTime() - seenAt.getTime() < ALIVE_MS;

/** Workers whose heartbeat is recent. */
export const livingWorkers = (processes: readonly ProcessRow[], at: Date): ProcessRow[] =>
  processes.filter((each) => each.kind === 'worker' && isAlive(each, at));

export const workersAlive = (processes: readonly ProcessRow[], at: Date): number =>
  livingWorkers(processes, at).length;

/**
 * @param at when the processes were read, by the database's clock, which stamps the heartbeats
 * @param own the conditions of this process
 */
export function systemProblems(
  processes: readonly ProcessRow[],
  at: Date,
  own: readonly ProcessCondition[] = [],
): SystemProblem[] {
  const reports = [
    ...processes.flatMap((process) => reportsOf(process, processes, at)),
    ...own.map((condition) => reportOf(condition, 'panel')),
  ];
  const problems = new Map<string, SystemProblem>();
  for (const report of reports) add(problems, report);
  const blocking = ({ severity }: SystemProblem) => Number(severity === 'bad');
  return [...problems.values()].sort((a, b) => blocking(b) - blocking(a));
}

interface Report {
  /** Reports with the same key are one problem. */
  key: string;
  severity: SystemProblem['severity'];
  condition: ProcessCondition;
  reporter: string;
}

const reportOf = (condition: ProcessCondition, reporter: string): Report => ({
  key: condition.word,
  severity: severityOf(condition),
  condition,
  reporter,
});

function reportsOf(process: ProcessRow, all: readonly ProcessRow[], at: Date): Report[] {
  const { kind, name, seenAt, conditions } = process;
  if (isAlive(process, at)) return conditions.map((condition) => reportOf(condition, name));
  const silentMs = at.getTime() - seenAt.getTime();
  const replaced = all.some((other) => other.kind === kind && isAlive(other, at));
  if (replaced && silentMs >= FORGOTTEN_MS) return [];
  const severity = replaced && silentMs >= REPLACED_MS ? 'warn' : 'bad';
  const condition = noSignal(kind, name, seenAt);
  return [{ key: `${NO_SIGNAL} ${kind} ${name}`, severity, condition, reporter: name }];
}

function add(problems: Map<string, SystemProblem>, report: Report): void {
  const { key, severity, condition, reporter } = report;
  const { since } = condition;
  const problem = problems.get(key) ?? {
    ...condition,
    key,
    severity,
    reporters: [],
  };
  problem.reporters.push(reporter);
  if (since < problem.since) problem.since = since;
  problems.set(key, problem);
}

const RESTART: Readonly<Record<ProcessKind, string>> = {
  api: 'Reiníciala: las ventas que ya respondió están guardadas',
  worker:
    'Reinícialo: en un minuto otro procesador, o él mismo al volver, toma lo que tenía, y nada ' +
    'se pierde',
  panel: 'Reinícialo: emitir y enviar no dependen de él',
};

/** The word for a silent process: the panel sees it by the heartbeat, and no process reports it. */
export const NO_SIGNAL = 'sin_senales';

const noSignal = (kind: ProcessKind, name: string, since: Date): ProcessCondition => ({
  word: NO_SIGNAL,
  text: `${kind === 'api' ? 'La' : 'El'} ${PROCESS_KINDS[kind]} ${name} no da señales`,
  remedy: RESTART[kind],
  since,
});
