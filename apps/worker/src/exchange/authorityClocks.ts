/**
 * Compares this machine's clock with those of the authorities, by the Date of their answers: all
 * machines of an installation may agree and be wrong together.
 */
import type { Claim } from '@rafaga/db';
import { aheadOf, CLOCKS_APART_MS, clockText } from '@rafaga/runtime/clocks';
import type { Condition, Probe } from '@rafaga/runtime/conditions';
import type { TimedAnswer } from '@rafaga/sunat';

type Authority = Claim['business']['authority'];

export interface AuthorityClocks {
  /** Begins to read the clock of an authority. @returns what takes its answers */
  of(authority: Authority): (answer: TimedAnswer) => void;
  probe: Probe;
}

interface Reading {
  whose: string;
  /** When it was read, by the monotonic clock. */
  at: number;
  /** How far this machine was ahead at the last reading. */
  ahead: number;
  /** This machine's clock less its monotonic one then: they part when the clock is set. */
  offset: number;
  /** Readings in a row that were too far apart. */
  apart: number;
}

const EVERY_MS = 5_000;
/** A single answer may come from a cache, or from one machine of many that is wrong. */
const IN_A_ROW = 3;
/** Nothing is sent to an authority any more whose last answer is older. */
const LASTS_MS = 24 * 3_600_000;

const WORD = 'reloj_sunat';
const WHOSE: Readonly<Record<Authority, string>> = {
  production: 'de SUNAT',
  beta: 'de SUNAT (beta)',
  simulator: 'del simulador',
  custom: 'de SUNAT (direcciones propias)',
};
const REMEDY =
  'Compara ambos con la hora oficial y activa la sincronización (NTP) en esta máquina y en la de ' +
  'PostgreSQL: timedatectl set-ntp true. Los comprobantes llevan la hora equivocada, y SUNAT ' +
  'puede rechazarlos por su fecha o por su plazo';

/** @param pace multiplies the times */
export function createAuthorityClocks(pace: number): AuthorityClocks {
  const readings: Reading[] = [];
  return {
    of(authority) {
      const reading = { whose: WHOSE[authority], at: 0, ahead: 0, offset: 0, apart: 0 };
      readings.push(reading);
      return readEvery(EVERY_MS * pace, reading);
    },
    probe: {
      words: [WORD],
      everyMs: EVERY_MS * pace,
      withinMs: EVERY_MS,
      check: async () => conditionsOf(readings),
      failed: () => undefined,
    },
  };
}

/** Reads one answer of an interval: there may be hundreds a second. */
function readEvery(everyMs: number, reading: Reading): (answer: TimedAnswer) => void {
  let last = Number.NEGATIVE_INFINITY;
  return ({ headers, asked, answered }) => {
    const now = performance.now();
    if (now - last < everyMs) return;
    last = now;
    const at = Date.parse(headers.date ?? '');
    const cached = Number(headers.age) > 0;
    if (Number.isNaN(at) || cached) return;
    reading.at = now;
    reading.ahead = aheadOf(at, asked, answered);
    reading.offset = clockOffset();
    reading.apart = isApart(reading.ahead) ? reading.apart + 1 : 0;
  };
}

const clockOffset = (): number => Date.now() - performance.now();
const isApart = (ahead: number): boolean => Math.abs(ahead) > CLOCKS_APART_MS;

/** The clock that is furthest, as a condition: without a new answer too once this one is set. */
function conditionsOf(readings: readonly Reading[]): Condition[] {
  const offset = clockOffset();
  const [furthest] = readings
    .filter(({ apart, at }) => apart >= IN_A_ROW && performance.now() - at < LASTS_MS)
    .map((reading) => ({ ...reading, ahead: reading.ahead + offset - reading.offset }))
    .filter(({ ahead }) => isApart(ahead))
    .sort((a, b) => Math.abs(b.ahead) - Math.abs(a.ahead));
  if (!furthest) return [];
  const text = `El reloj ${clockText(furthest.ahead, furthest.whose)}`;
  return [{ word: WORD, text, remedy: REMEDY }];
}
