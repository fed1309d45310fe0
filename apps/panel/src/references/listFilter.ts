/**
 * The filter of a list of references as its address holds it: read from the query, told in words,
 * and written into links.
 */
import {
  type DocumentConditions,
  type DocumentState,
  type Environment,
  type ReviewReason,
  type WaitClass,
  wordsOf,
} from '@rafaga/db';
import { isCalendarDate, limaInstant, limaToday, peruvianDate } from '@rafaga/fiscal';
import { ENVIRONMENT_WORD, KIND, REVIEW, WAITING } from '@rafaga/operations';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { money } from '../html/formats.js';
import { readAmounts } from './readAmounts.js';

/** The states that a list can be filtered by, by their word in the address. */
export const STATE_FILTERS: Readonly<Record<string, readonly [DocumentState, string]>> = {
  pendiente: ['pending', 'pendiente'],
  revision: ['review', 'en revisión'],
  aceptado: ['accepted', 'aceptado'],
  presumido: ['presumed', 'aceptado, presumido'],
  'sin-cdr': ['without_cdr', 'aceptado sin CDR'],
  rechazado: ['rejected', 'rechazado'],
};

/** What a person reads of a filter, and what the database is asked. */
interface Condition {
  words: string;
  filter: DocumentConditions;
}

/** Undefined: the text is none that this field takes. */
type Reader = (text: string, now: Date) => Condition | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  estado: (text) => {
    const [state, words] = own(STATE_FILTERS, text) ?? [];
    return state && words ? { words, filter: { state } } : undefined;
  },
  motivo: (text) => {
    const words = own(REVIEW, text) ?? own(WAITING, text);
    return words ? { words, filter: { reason: text as ReviewReason | WaitClass } } : undefined;
  },
  tipo: (text) => {
    const words = own(KIND, text);
    return words
      ? { words: words.toLowerCase(), filter: { kind: text as keyof typeof KIND } }
      : undefined;
  },
  serie: (text) => {
    const [, code, word = ''] = /^([BF][A-Z0-9]{3})(?:\.(\w+))?$/i.exec(text) ?? [];
    const environment = ENVIRONMENTS.find((each) => ENVIRONMENT_WORD[each] === word);
    if (!code || (word && !environment)) return undefined;
    const series = code.toUpperCase();
    return { words: `serie ${series}`, filter: { series, environment } };
  },
  del: (text) => {
    const createdFrom = limaMoment(text);
    return createdFrom && { words: `desde el ${momentText(text)}`, filter: { createdFrom } };
  },
  al: (text) => {
    const createdBefore = limaMoment(text, 1);
    return createdBefore && { words: `hasta el ${momentText(text)}`, filter: { createdBefore } };
  },
  cliente: (text) => {
    if (text.length > MAX_CLIENT) return undefined;
    const clientWords = /^[\d-]+$/.test(text) ? [] : wordsOf(text);
    // one word with a digit may be a name too: OXXO24
    if (/^(?=.*\d)[A-Z0-9-]+$/i.test(text))
      return { words: `cliente ${text}`, filter: { clientDocument: text, clientWords } };
    return clientWords.length > 0
      ? { words: `cliente «${text}»`, filter: { clientWords } }
      : undefined;
  },
  monto: (text) => {
    const total = readAmounts(text);
    if (!total) return undefined;
    const [least, most] = [money('PEN', total.least), money('PEN', total.most)];
    const words = least === most ? `total ${total.least}` : `total de ${least} a ${most}`;
    return { words: words.replaceAll('S/ ', ''), filter: { total } };
  },
  codigo: (text) =>
    /^[\w.-]{1,20}$/.test(text) ? { words: `código ${text}`, filter: { code: text } } : undefined,
  vence: (text, now) => {
    const dueBy = text === 'hoy' ? limaToday(now) : text;
    const words = text === 'hoy' ? 'vence hoy o ya venció' : `vence hasta el ${peruvianDate(text)}`;
    return isCalendarDate(dueBy) ? { words, filter: { dueBy } } : undefined;
  },
  respuesta_desde: (text) => {
    const settledFrom = limaMoment(text);
    return (
      settledFrom && { words: `respuesta desde el ${momentText(text)}`, filter: { settledFrom } }
    );
  },
};

/** As of a search: each word costs the database a comparison a document. */
const MAX_CLIENT = 300;

const ENVIRONMENTS = Object.keys(ENVIRONMENT_WORD) as Environment[];

/** The fields of the address that a list can be filtered by. */
export const FILTER_FIELDS: readonly string[] = Object.keys(READERS);

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** 2026-11-21 or 2026-11-21T07:30, in Lima; a day that is the end of a range ends a day later. */
function limaMoment(text: string, days = 0): Date | undefined {
  const [, day = '', time] = /^(20\d\d-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  if (!isCalendarDate(day)) return undefined;
  const at = limaInstant(day, time);
  if (Number.isNaN(at.getTime())) return undefined;
  return time ? at : new Date(at.getTime() + days * 86_400_000);
}

const momentText = (text: string): string => {
  const [day = '', time] = text.split('T');
  return time ? `${peruvianDate(day)} ${time}` : peruvianDate(day);
};

export interface ListFilter {
  filter: DocumentConditions;
  /** As the address holds them. */
  given: Readonly<Record<string, string>>;
  /** Each condition in words. */
  words: readonly string[];
  /** The fields whose text was not understood: they filter nothing. */
  unread: readonly string[];
  /** The fields that this list does not filter by, with their text. */
  ignored: readonly (readonly [string, string])[];
}

interface ListFields {
  /** Fields that say nothing in this list. */
  without?: readonly string[];
  /** Fields that this list reads by itself. */
  own?: readonly string[];
  /** The only states that this list can hold; all when left out. */
  states?: readonly string[] | undefined;
}

export function listFilter(
  { query, now }: Pick<AuthenticatedRequest, 'query' | 'now'>,
  { without = [], own: ownFields = [], states = Object.keys(STATE_FILTERS) }: ListFields = {},
): ListFilter {
  const present = Object.keys(READERS).filter(
    (field) => query(field) !== '' && !ownFields.includes(field),
  );
  const fields = present.filter((field) => !without.includes(field));
  const given = Object.fromEntries(fields.map((field) => [field, query(field)]));
  const isHeld = (field: string) => field !== 'estado' || states.includes(query(field));
  const read = fields.map(
    (field) => [field, isHeld(field) ? READERS[field]?.(query(field), now) : undefined] as const,
  );
  const conditions = read.flatMap(([, condition]) => condition ?? []);
  return {
    given,
    filter: Object.assign({}, ...conditions.map(({ filter }) => filter)),
    words: conditions.map(({ words }) => words),
    unread: read.flatMap(([field, condition]) => (condition ? [] : [field])),
    ignored: present
      .filter((field) => without.includes(field))
      .map((field) => [field, query(field)] as const),
  };
}
