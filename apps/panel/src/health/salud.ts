/**
 * One sentence about the whole house, and its colour: computed from what was counted, and from
 * nothing else.
 */
import type { ProcessCondition, Vitals } from '@rafaga/db';
import type { QueueCounts } from '@rafaga/queue';
import type { Mood } from '../html/bits.js';
import { ago, clock, many } from '../html/formats.js';
import { isAlive, SILENT_MS, type Wrong, wrongOf } from './wrong.js';

export interface Facts {
  vitals: Vitals;
  /** Undefined: Redis does not answer. */
  queues: { emit: Pick<QueueCounts, 'workers' | 'paused'> } | undefined;
  /** PostgreSQL did not answer the last question. */
  silent: boolean;
  /** What the panel itself finds wrong; absent: nothing. */
  own?: readonly ProcessCondition[];
  /** A restoration is open. */
  restoring?: boolean;
  now: Date;
}

export interface Verdict {
  mood: Mood;
  /** In a word: what is told besides the colour. */
  word: string;
  sentence: string;
  /** What it means, or what to do. */
  more: string;
  /** Where the cause can be looked at. */
  to?: { path: string; label: string };
}

/** Older facts make no statement. */
const STALE_MS = 30_000;
const LATE_MS = 60_000;
const STUCK_MS = 5 * 60_000;

const PROCESSES = { path: '/colas#procesos', label: 'Ver los procesos' };
const QUEUES = { path: '/colas', label: 'Ver las colas' };
const SUNAT = { path: '/sunat', label: 'Ver SUNAT' };
const STUCK = { path: '/referencias?ver=detenidas', label: 'Ver las detenidas' };

/** The worst of what is true. */
export function salud({ vitals, queues, silent, own, restoring, now }: Facts): Verdict {
  if (restoring)
    return {
      mood: 'bad',
      word: 'restauración',
      sentence: 'No se emite ni se envía nada: la base de datos sabe menos de lo que ya se emitió.',
      more: 'Se puso una copia antigua en su lugar.',
      to: { path: '/restauracion', label: 'Ver la restauración' },
    };
  const {
    open,
    oldest,
    review,
    urgent,
    unreachable,
    paused,
    holders,
    lastStep,
    nextTry,
    certificates,
  } = vitals;
  const waiting = open - paused;
  const since = oldest ?? now;
  const wait = now.getTime() - since.getTime();
  const down = unreachable > 0;
  const documents = many(waiting, 'comprobante', 'comprobantes');
  if (now.getTime() - vitals.at.getTime() > STALE_MS)
    return {
      mood: 'calm',
      word: 'sin datos',
      sentence: silent
        ? 'No pudimos calcular la salud: PostgreSQL no responde a tiempo.'
        : 'No hay datos recientes.',
      more: `Los datos de abajo son de hace ${ago(vitals.at, now)}.`,
    };
  // who is alive says so, writes a step or holds a document; a connection to Redis is no sign of
  // life
  const working =
    holders > 0 ||
    (lastStep !== null && now.getTime() - lastStep.getTime() < SILENT_MS) ||
    vitals.processes.some((one) => one.kind === 'worker' && isAlive(one, vitals.at));
  const [worst] = wrongOf(vitals.processes, vitals.at, own);
  const stuck = wait > STUCK_MS && waiting > 0 && !down;
  if (waiting > 0 && queues?.emit.paused)
    return {
      mood: 'warn',
      word: 'en pausa',
      sentence: `La cola está en pausa: ${documents} por enviar.`,
      more: 'Nada se pierde; se enviarán al reanudarla.',
      to: QUEUES,
    };
  if (worst?.mood === 'bad') return named(worst, 'bad', now);
  if (waiting > 0 && !working)
    return {
      mood: 'bad',
      word: 'detenido',
      sentence: `Ningún procesador trabaja y hay ${documents} por enviar.`,
      more: 'Iniciar un procesador (worker): tomará lo que espera.',
      to: QUEUES,
    };
  if (urgent > 0)
    return {
      mood: 'bad',
      word: 'urgente',
      sentence:
        `${many(urgent, 'comprobante debe', 'comprobantes deben')} llegar a SUNAT hoy, y ` +
        'siguen sin respuesta.',
      more: 'Después SUNAT los rechaza por fuera de plazo.',
      to: STUCK,
    };
  if (worst) return named(worst, stuck ? 'bad' : worst.mood, now);
  if (stuck)
    return {
      mood: 'bad',
      word: 'detenido',
      sentence: `Hay comprobantes que esperan desde hace ${ago(since, now)}.`,
      more: 'SUNAT responde: algo nuestro los detiene.',
      to: STUCK,
    };
  if (down)
    return {
      mood: 'warn',
      word: 'espera',
      sentence:
        'No se llega a SUNAT: ' +
        `${many(unreachable, 'comprobante espera', 'comprobantes esperan')}.`,
      more:
        'No se pierde nada: se enviarán ' +
        `solos.${nextTry ? ` Se prueba otra vez a las ${clock(nextTry)}.` : ''}`,
      to: SUNAT,
    };
  if (review > 0)
    return {
      mood: 'warn',
      word: 'por decidir',
      sentence: `${many(review, 'referencia está', 'referencias están')} en revisión.`,
      more: 'Una persona debe decidir qué pasó con cada una.',
      to: STUCK,
    };
  if (wait > LATE_MS && waiting > 0)
    return {
      mood: 'warn',
      word: 'lento',
      sentence: `El más antiguo espera desde hace ${ago(since, now)}.`,
      more: `Hay ${documents} por enviar.`,
      to: QUEUES,
    };
  if (!queues)
    return {
      mood: 'warn',
      word: 'sin Redis',
      sentence: 'Redis no responde.',
      more: 'Emitir no depende de él; los envíos siguen, más despacio.',
      to: QUEUES,
    };
  if (certificates.expired + certificates.week > 0)
    return {
      mood: 'warn',
      word: 'por vencer',
      sentence:
        certificates.expired > 0
          ? `${many(certificates.expired, 'certificado venció', 'certificados vencieron')}.`
          : `${many(certificates.week, 'certificado vence', 'certificados vencen')} en menos ` +
            'de 7 días.',
      more: 'Sin certificado vigente no se puede emitir.',
      to: { path: '/negocios', label: 'Ver los negocios' },
    };
  return {
    mood: 'good',
    word: 'bien',
    sentence: 'Todo avanza.',
    more: waiting > 0 ? `${documents} en camino.` : 'No hay nada pendiente de SUNAT.',
  };
}

const WORDS: Readonly<Record<string, string>> = { bad: 'falla', warn: 'atención' };

const named = ({ text, remedy, since, names }: Wrong, mood: Mood, now: Date): Verdict => ({
  mood,
  word: WORDS[mood] ?? '',
  sentence: `${text}, desde hace ${ago(since, now)}.`,
  more: `${remedy ? `${remedy}. ` : ''}Lo dice${names.length === 1 ? '' : 'n'}: ${names.join(', ')}.`,
  to: PROCESSES,
});
