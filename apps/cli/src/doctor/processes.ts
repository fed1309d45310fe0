/** Checks that an API and a worker run, by their heartbeats, and repeats what they report. */
import type { Db, ProcessKind, ProcessRow } from '@rafaga/db';
import { type Finding, findingsOf } from './finding.js';

const { well, fault } = findingsOf('Procesos');

/** A process writes its heartbeat every few seconds. */
const SILENT_MS = 30_000;

const NEEDED: Readonly<Partial<Record<ProcessKind, readonly [name: string, lost: string]>>> = {
  api: ['ninguna API', 'no se emite'],
  worker: ['ningún worker', 'nada se envía a SUNAT'],
};

export async function checkProcesses(db: Db): Promise<Finding[]> {
  const { listProcesses } = await import('@rafaga/db');
  const { at, processes } = await listProcesses(db);
  return processFindings(processes, at);
}

export function processFindings(processes: readonly ProcessRow[], at: Date): Finding[] {
  const alive = processes.filter(({ seenAt }) => at.getTime() - seenAt.getTime() < SILENT_MS);
  const missing = Object.entries(NEEDED)
    .filter(([kind]) => !alive.some((each) => each.kind === kind))
    .map(([, [name, lost]]) =>
      fault(`no hay ${name} en marcha: ${lost}`, 'Inicia uno; su registro dice por qué se detuvo'),
    );
  const reported = alive.flatMap(({ name, conditions }) =>
    conditions.map(({ text, remedy }) => fault(`${name} avisa: ${text}`, remedy)),
  );
  const found = [...missing, ...reported];
  return found.length > 0 ? found : [well(`hay ${alive.length} en marcha y ninguno avisa de nada`)];
}
