/**
 * The problems that the processes report, and the processes that have stopped reporting: each
 * problem once, with its reporters, the blocking ones first.
 */
import type { ProcessCondition, ProcessKind, ProcessRow } from '@rafaga/db';
import type { Severity } from '../html/components.js';

export interface SystemProblem extends ProcessCondition {
  severity: Severity;
  /** Names of the processes that report it. */
  reporters: string[];
}

/** A process writes its heartbeat every five seconds. */
export const ALIVE_MS = 30_000;
/**
 * A process without a heartbeat for this long is not reported any more: it was replaced, or the
 * work that it left waits and is reported itself.
 */
const FORGOTTEN_MS = 10 * 60_000;

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
  'postgres_solo_lectura',
  'archivos',
  'archivos_sin_espacio',
  'archivos_solo_lectura',
  'barrido',
  'sin_avance',
  'sin_senales',
]);

const severityOf = (word: string): Severity => (BLOCKING.has(word) ? 'bad' : 'warn');

export const isAlive = ({ seenAt }: ProcessRow, at: Date): boolean =>
  at.getTime() - seenAt.getTime() < ALIVE_MS;

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
    ...processes.flatMap((process) => reportsOf(process, at)),
    ...own.map((condition) => ({ key: condition.word, condition, reporter: 'panel' })),
  ];
  const problems = new Map<string, SystemProblem>();
  for (const report of reports) add(problems, report);
  const blocking = ({ severity }: SystemProblem) => Number(severity === 'bad');
  return [...problems.values()].sort((a, b) => blocking(b) - blocking(a));
}

interface Report {
  /** Reports with the same key are one problem. */
  key: string;
  condition: ProcessCondition;
  reporter: string;
}

function reportsOf(process: ProcessRow, at: Date): Report[] {
  const { kind, name, seenAt, conditions } = process;
  if (isAlive(process, at))
    return conditions.map((condition) => ({ key: condition.word, condition, reporter: name }));
  if (at.getTime() - seenAt.getTime() >= FORGOTTEN_MS) return [];
  const condition = noSignal(kind, name, seenAt);
  return [{ key: `sin_senales ${kind} ${name}`, condition, reporter: name }];
}

function add(problems: Map<string, SystemProblem>, { key, condition, reporter }: Report): void {
  const { word, since } = condition;
  const problem = problems.get(key) ?? {
    ...condition,
    severity: severityOf(word),
    reporters: [],
  };
  problem.reporters.push(reporter);
  if (since < problem.since) problem.since = since;
  problems.set(key, problem);
}

const noSignal = (kind: ProcessKind, name: string, since: Date): ProcessCondition => ({
  word: 'sin_senales',
  text: `${kind === 'api' ? 'La' : 'El'} ${PROCESS_KINDS[kind]} ${name} no da señales`,
  remedy: 'Reinícialo: lo que tenía lo toma otro en un minuto, y nada se pierde',
  since,
});
