/**
 * Bounds what one user sends in a minute, in this process: a form or an export may add to the
 * audit, which only grows. A script meets the bound, a person does not.
 */
import { many } from '@rafaga/operations';
import { type TtlCache, ttlCache } from '@rafaga/runtime/concurrency';
import { PageRefusal } from './pageRefusal.js';

const MOST = 120;
const WINDOW_MS = 60_000;

/** By the user's id. */
export type ChangeCounts = TtlCache<number, { count: number }>;

export const createChangeCounts = (): ChangeCounts => ttlCache({ max: 10_000, ttlMs: WINDOW_MS });

/** @throws PageRefusal beyond the bound */
export function countChange(counts: ChangeCounts, userId: number): void {
  const sent = counts.get(userId) ?? { count: 0 };
  if (sent.count === 0) counts.set(userId, sent);
  sent.count += 1;
  if (sent.count <= MOST) return;
  const retryAfter = Math.max(1, Math.ceil(counts.remainingMs(userId) / 1_000));
  const seconds = many(retryAfter, 'segundo', 'segundos');
  throw new PageRefusal(
    429,
    `Enviaste ${MOST} pedidos en un minuto, y este no se hizo. Repítelo en ${seconds}.`,
    { retryAfter },
  );
}
