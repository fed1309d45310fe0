/**
 * What the processes say is wrong, and which of them say nothing any more: each thing once, the
 * worst first.
 */
import type { ProcessCondition, ProcessKind, ProcessRow } from '@rafaga/db';
import type { Mood } from '../html/bits.js';

export interface Wrong extends ProcessCondition {
  mood: Mood;
  /** The processes that say so. */
  names: string[];
}

/** A process says every five seconds that it lives. */
export const SILENT_MS = 30_000;
/**
 * Whatever left so long ago without a word is not missed any more: another took its place, or the
 * work waits and says so.
 */
const GONE_MS = 10 * 60_000;

export const KINDS: Readonly<Record<ProcessKind, string>> = {
  api: 'API',
  worker: 'procesador',
  panel: 'panel',
};

/** What stops the work; everything else only slows it, or may one day lose something. */
const BAD: ReadonlySet<string> = new Set([
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

const moodOf = (word: string): Mood => (BAD.has(word) ? 'bad' : 'warn');

export const isAlive = ({ seenAt }: ProcessRow, at: Date): boolean =>
  at.getTime() - seenAt.getTime() < SILENT_MS;

/**
 * @param at when the processes were asked for, by the clock that they beat by
 * @param own what this process itself finds wrong
 */
export function wrongOf(
  processes: readonly ProcessRow[],
  at: Date,
  own: readonly ProcessCondition[] = [],
): Wrong[] {
  const found = new Map<string, Wrong>();
  const add = (condition: ProcessCondition, name: string) => {
    const { word, since } = condition;
    const known = found.get(word) ?? { ...condition, mood: moodOf(word), names: [] };
    known.names.push(name);
    if (since < known.since) known.since = since;
    found.set(word, known);
  };
  for (const one of processes) {
    const { kind, name, seenAt, conditions } = one;
    if (isAlive(one, at)) for (const condition of conditions) add(condition, name);
    else if (at.getTime() - seenAt.getTime() < GONE_MS)
      found.set(`sin_senales ${kind} ${name}`, {
        ...silence(kind, name, seenAt),
        mood: 'bad',
        names: [name],
      });
  }
  for (const condition of own) add(condition, 'panel');
  return [...found.values()].sort((a, b) => Number(b.mood === 'bad') - Number(a.mood === 'bad'));
}

const silence = (kind: ProcessKind, name: string, since: Date): ProcessCondition => ({
  word: 'sin_senales',
  text: `${kind === 'api' ? 'La' : 'El'} ${KINDS[kind]} ${name} no da señales`,
  remedy: 'Reinícialo: lo que tenía lo toma otro en un minuto, y nada se pierde',
  since,
});
