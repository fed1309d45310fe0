/** Finds every fault of a body that the fast predicate did not accept, each under its path. */
import { intendedUnit } from '@rafaga/fiscal';
import type Joi from 'joi';
import {
  MAX_DEPTH,
  MAX_EXTRAS_VALUES,
  MAX_FIELDS,
  MAX_HEADER_VALUES,
  MAX_LINE_VALUES,
} from './bounds.js';
import { hasForbidden, namedForbidden } from './characters.js';
import { closestNames } from './closestName.js';
import type { BodyContract } from './contract.js';
import type { Faults } from './faults.js';
import type { Fields, MessageKeys } from './fields/field.js';
import { MAX_ITEMS } from './fields/sale.js';
import { type Path, printable } from './labels.js';
import type { MessageKey } from './messages.js';
import { isQuoted, received, sizeOf } from './received.js';
import { type Described, describedAt, messageKeysOf } from './schemas/described.js';

/** After this many faults no similar name is suggested, because finding one is expensive. */
const MAX_SUGGESTIONS = 500;

/** Names that other services use for the issuer, which a request to this API never contains. */
const COMPANY = new Set(['company', 'empresa', 'emisor', 'compania']);

/** The details of Joi that one step reports. */
const STEP_DETAILS = 50;

/**
 * Works in steps of a millisecond or less.
 * @returns false when the body is too deep or too large to be validated further
 */
export function* collectFaults(
  contract: BodyContract,
  body: Fields,
  faults: Faults,
): Generator<void, boolean> {
  yield;
  const { items } = body;
  const header: Budget = { left: MAX_HEADER_VALUES, fields: MAX_FIELDS };
  if (!scanInside(body, [], header, faults, ['items', 'extras'])) return false;
  const extras: Budget = { left: MAX_EXTRAS_VALUES, fields: MAX_EXTRAS_VALUES };
  if (!scan(body.extras, ['extras'], extras, faults)) return false;
  yield;
  yield* validate(contract, body, [], faults);
  if (!Array.isArray(items) || items.length > MAX_ITEMS) return true;
  for (const [index, line] of items.entries()) {
    if (faults.full) return false;
    if (contract.acceptsLine(line)) continue;
    const at = ['items', index];
    const budget: Budget = { left: MAX_LINE_VALUES, fields: MAX_FIELDS };
    if (scan(line, at, budget, faults)) yield* validate(contract, line, at, faults);
  }
  return true;
}

/** What is left of the values that may be scanned, and the largest number of an object's fields. */
interface Budget {
  left: number;
  fields: number;
}

/**
 * Scans every text, key and number of a value; false when it is too deep or has too many of them.
 */
function scan(value: unknown, path: Path, budget: Budget, faults: Faults): boolean {
  if (typeof value === 'string') {
    if (hasForbidden(value)) faults.add(path, 'characters', { caracter: namedForbidden(value) });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) faults.add(path, 'infinite');
  } else if (typeof value === 'object' && value !== null) {
    if (path.length >= MAX_DEPTH) faults.add(path, 'deep', { limite: MAX_DEPTH });
    else return scanInside(value, path, budget, faults);
    return false;
  }
  return true;
}

function scanInside(
  value: object,
  path: Path,
  budget: Budget,
  faults: Faults,
  apart: readonly unknown[] = [],
): boolean {
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  budget.left -= keys.length;
  if (budget.left < 0 || (keys.length > budget.fields && !Array.isArray(value))) {
    faults.add(path, 'crowded');
    return false;
  }
  for (const key of keys) {
    if (apart.includes(key)) continue;
    const at = [...path, key];
    if (typeof key === 'string' && hasForbidden(key))
      faults.add(at, 'characters', { caracter: namedForbidden(key) });
    // Joi ignores this name
    if (key === '__proto__') faults.add(at, 'unknown', { campo: key });
    if (faults.full || !scan((value as Record<string | number, unknown>)[key], at, budget, faults))
      return false;
  }
  return true;
}

/** Adds what Joi finds wrong with the header, or with the line at a path. */
function* validate(
  contract: BodyContract,
  value: unknown,
  at: Path,
  faults: Faults,
): Generator<void, void> {
  const { error } = (at.length === 0 ? contract.header : contract.line).validate(value);
  yield;
  for (const [index, detail] of (error?.details ?? []).entries()) {
    if (faults.full) return;
    report(contract, detail, [...at, ...detail.path], faults);
    if (index % STEP_DETAILS === STEP_DETAILS - 1) yield;
  }
}

/** Adds a detail of Joi as one fault, under the field that has to be corrected. */
function report(
  contract: BodyContract,
  { type, context = {} }: Joi.ValidationErrorItem,
  path: Path,
  faults: Faults,
): void {
  const place = describedAt(contract.described, path);
  const key = messageKeysOf(place)[type] ?? BY_TYPE[type] ?? 'unknown';
  if (type === 'object.unknown') reportUnknown(contract, path, faults);
  else if (type === 'object.missing') {
    const { peers, value } = context;
    // in place of the advice to leave out the empty text that was sent for it
    const peer = peers.find((name: string) => value?.[name] === '') ?? peers[0];
    faults.replace([...path, peer], key);
  } else if (type === 'object.xor' || type === 'object.oxor') {
    const [campo, parecido] = context.present;
    faults.add([...path, parecido], key, { campo, parecido });
  } else if (!faults.marks(path)) {
    // one message for each value, although Joi also names its type and the scan its characters
    const { value } = context;
    faults.add(path, keyOfValue(key, type, place, value), {
      limite: context.limit,
      largo: sizeOf(value),
      recibido: isOwnText(key, value) ? undefined : received(value, place?.type),
      cura: isQuoted(value, place?.type) ? QUOTED : unitAdvice(value, key),
      valores: context.valids?.filter((valid: unknown) => valid !== null).join(', '),
    });
  }
}

/**
 * A null is a missing value, an empty text of an optional field was meant to be absent, and
 * a number in place of a text is a text without its quotation marks.
 */
function keyOfValue(
  key: MessageKey,
  type: string,
  place: Described | undefined,
  value: unknown,
): MessageKey {
  const required = place?.flags?.presence === 'required';
  if (value === null && required) return 'required';
  if (value === '' && !required) return 'empty';
  return type === 'any.only' && place?.type === 'string' && typeof value !== 'string'
    ? 'text'
    : key;
}

/** The specification gives the whole text of this message about a number. */
const isOwnText = (key: MessageKey, value: unknown): boolean =>
  key === 'positive' && typeof value === 'number';

const QUOTED = 'envíalo como número, sin comillas ni símbolos';

function unitAdvice(value: unknown, key: MessageKey): string | undefined {
  const meant = key === 'unit' && typeof value === 'string' ? intendedUnit(value) : undefined;
  return meant && `para ${meant.name} envía ${meant.code}`;
}

/** Joi's own error types, as rows of MESSAGES; a schema's own message keys come first. */
const BY_TYPE: MessageKeys = {
  'any.required': 'required',
  'any.only': 'one_of',
  'string.base': 'text',
  'string.empty': 'blank',
  'string.max': 'long',
  'string.min': 'short',
  'string.email': 'email',
  'number.base': 'number',
  'number.infinity': 'infinite',
  'number.unsafe': 'large',
  'boolean.base': 'boolean',
  'object.base': 'object',
  'object.missing': 'required',
  'object.xor': 'alias_twice',
  'object.oxor': 'discount_twice',
  'array.base': 'array',
  'array.min': 'few',
  'array.max': 'many',
};

function reportUnknown(contract: BodyContract, path: Path, faults: Faults): void {
  const name = String(path.at(-1));
  if (path.length === 1 && COMPANY.has(name.toLowerCase())) {
    faults.add(path, 'company');
    return;
  }
  const known = Object.keys(describedAt(contract.described, path.slice(0, -1))?.keys ?? {});
  const meant = faults.count < MAX_SUGGESTIONS ? closestNames(name, known) : [];
  const key = meant.length > 0 ? 'misspelt' : isShort(known) ? 'unknown_among' : 'unknown';
  faults.add(path, key, {
    campo: printable(name),
    parecido: meant.join('» o «'),
    valores: known.join(', '),
  });
}

/** The names of a small object can be told in a message. */
const isShort = (known: readonly string[]): boolean => known.length > 0 && known.length <= 12;
