/**
 * Whether Redis rings for what PostgreSQL has open. They are never counted at one moment, so that
 * small differences say nothing.
 */
import type { Backlog } from '@rafaga/db';
import type { QueueCounts } from '@rafaga/queue';
import type { Mood } from '../html/bits.js';
import { many } from '../html/formats.js';

export interface Divergence {
  /** Open, in nobody's hands, and waiting for nothing. */
  ready: number;
  ringing: number;
  mood: Mood;
  text: string;
}

/** Documents come and go between two questions. */
const SMALL = 100;

export function divergence(backlog: Backlog, queue: QueueCounts): Divergence {
  const { recorded, signed, sending, held, waiting, paused } = backlog;
  const ready = Math.max(0, recorded + signed + sending - held - waiting - paused);
  const ringing = queue.waiting + queue.delayed;
  const judged = (mood: Mood, text: string): Divergence => ({ ready, ringing, mood, text });
  if (ringing > recorded + signed + sending + SMALL)
    return judged(
      'warn',
      'A Redis le sobran avisos, de comprobantes que ya terminaron: no hacen daño y se irán solos.',
    );
  if (ready > 0 && ringing === 0 && queue.active === 0 && queue.workers > 0 && !queue.paused)
    return judged(
      ready > SMALL ? 'warn' : 'calm',
      `Redis no tiene aviso de ${many(ready, 'comprobante', 'comprobantes')}: los ` +
        'procesadores lo reponen en segundos. Si no, reinícialos.',
    );
  if (ready > ringing + SMALL)
    return judged(
      'calm',
      'PostgreSQL tiene más de lo que Redis avisa: se avisa por tandas, lo que vence antes ' +
        'va primero.',
    );
  return judged('good', 'Coinciden.');
}
