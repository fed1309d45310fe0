/**
 * Whether the jobs in Redis match the documents that PostgreSQL has pending. The two are never
 * counted at the same instant, so that a small difference is no finding.
 */

import type { Backlog } from '@rafaga/db';
import { many } from '@rafaga/operations';
import type { QueueCounts } from '@rafaga/queue';
import type { Severity } from '../html/components.js';

export interface Divergence {
  /** Pending documents that no worker holds and that are due. */
  ready: number;
  /** Jobs of the emission queue that no worker has taken. */
  queued: number;
  severity: Severity;
  text: string;
}

/** Documents are issued and settled between the two counts. */
const TOLERANCE = 100;

export function divergence(backlog: Backlog, queue: QueueCounts): Divergence {
  const { recorded, signed, sending, held, waiting, paused } = backlog;
  const pending = recorded + signed + sending;
  const ready = Math.max(0, pending - held - waiting - paused);
  const queued = queue.waiting + queue.delayed;
  const idle = queued === 0 && queue.active === 0 && queue.workers > 0 && !queue.paused;
  const [severity, text] = finding({ pending, ready, queued, idle });
  return { ready, queued, severity, text };
}

interface Counts extends Pick<Divergence, 'ready' | 'queued'> {
  pending: number;
  /** Whether workers are there, with neither jobs nor a pause. */
  idle: boolean;
}

function finding({ pending, ready, queued, idle }: Counts): [severity: Severity, text: string] {
  if (queued > pending + TOLERANCE) return ['warn', SUPERFLUOUS_JOBS];
  if (ready > 0 && idle) return [ready > TOLERANCE ? 'warn' : 'calm', missingJobs(ready)];
  if (ready > queued + TOLERANCE) return ['calm', QUEUED_IN_PORTIONS];
  return ['good', 'Coinciden.'];
}

const SUPERFLUOUS_JOBS =
  'A Redis le sobran avisos, de comprobantes que ya terminaron: no hacen daño, y cada uno se va ' +
  'cuando un procesador lo toma.';

const missingJobs = (ready: number): string =>
  `Redis no tiene aviso de ${many(ready, 'comprobante', 'comprobantes')}: los procesadores lo ` +
  'reponen en segundos. Si no, reinícialos.';

const QUEUED_IN_PORTIONS =
  'PostgreSQL tiene más comprobantes que avisos tiene Redis: se avisa por tandas, lo que vence ' +
  'antes va primero, y un aviso puede llevar hasta cuatro comprobantes de un negocio.';
