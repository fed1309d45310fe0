/**
 * What keeps every document from being sent now, and how a sentence says when sending goes on.
 * While one of these lasts, no page may promise that documents are sent by themselves.
 */
import type { ProcessRow, SystemStats } from '@rafaga/db';
import type { HealthFacts } from './healthFacts.js';
import { livingWorkers, workersAlive } from './systemProblems.js';

export type SendingStop = 'restoration' | 'queue_paused' | 'workers' | 'files';

/** @param facts without `stats` nothing is known of the workers */
export function sendingStops({
  restoring,
  emissionPaused,
  stats,
}: Pick<HealthFacts, 'restoring' | 'emissionPaused'> & {
  stats: Pick<SystemStats, 'processes' | 'at'> | undefined;
}): SendingStop[] {
  return [
    ...(restoring ? (['restoration'] as const) : []),
    ...(emissionPaused ? (['queue_paused'] as const) : []),
    ...(stats && workersAlive(stats.processes, stats.at) === 0 ? (['workers'] as const) : []),
    ...(stats && filesFail(stats.processes, stats.at) ? (['files'] as const) : []),
  ];
}

/** Conditions of the file store in which no document is signed or sent. */
export const FILES_FAIL = ['archivos', 'archivos_sin_espacio', 'archivos_solo_lectura'];

/** Whether every living worker says so; false without one. */
function filesFail(processes: readonly ProcessRow[], at: Date): boolean {
  const workers = livingWorkers(processes, at);
  const fails = ({ conditions }: ProcessRow) =>
    conditions.some(({ word }) => FILES_FAIL.includes(word));
  return workers.length > 0 && workers.every(fails);
}

const ENDS: Readonly<Record<SendingStop, string>> = {
  restoration: 'termine la restauración',
  queue_paused: 'alguien reanude la cola de emisión',
  workers: 'haya un procesador en marcha',
  files: 'se puedan guardar archivos',
};

/** cuando alguien reanude la cola de emisión y haya un procesador en marcha */
export const whenSent = (stops: readonly SendingStop[]): string =>
  `cuando ${stops.map((stop) => ENDS[stop]).join(' y ')}`;

const HOLDS: Readonly<Record<SendingStop, string>> = {
  restoration: 'hay una restauración abierta',
  queue_paused: 'la cola de emisión está en pausa',
  workers: 'no hay ningún procesador en marcha',
  files: 'los archivos no se pueden guardar',
};

/** la cola de emisión está en pausa y no hay ningún procesador en marcha */
export const reasonNotSent = (stops: readonly SendingStop[]): string =>
  stops.map((stop) => HOLDS[stop]).join(' y ');
