/** Finds every fault of a body that is not plainly right, and puts each under its path. */
import type { Kind } from '@rafaga/fiscal';
import type Joi from 'joi';
import { hasForbidden } from './characters.js';
import { type Faults, keyOf } from './faults.js';
import type { Path } from './labels.js';
import { MESSAGES, type MessageKey } from './messages.js';
import { nearest } from './nearest.js';
import { DOCUMENT, HEADER, MOST_ITEMS } from './schemas/document.js';
import { item } from './schemas/item.js';
import { isItem } from './schemas/quick.js';

const DEEPEST = 20;

/** Names the integrators of other services use for the issuer, which is never sent here. */
const COMPANY = new Set(['company', 'empresa', 'emisor', 'compania']);

export function examine(kind: Kind, body: Record<string, unknown>, faults: Faults): void {
  const { items, ...header } = body;
  if (!scan(header, [], faults)) return;
  judge(HEADER[kind], body, [], faults);
  if (!Array.isArray(items) || items.length > MOST_ITEMS) return;
  for (const [index, line] of items.entries()) {
    if (faults.full) return;
    if (isItem(line)) continue;
    if (scan(line, ['items', index], faults)) judge(item, line, ['items', index], faults);
  }
}

/** Looks at every text, key and number of a value; false when it is too deep for anyone to look further. */
function scan(value: unknown, path: Path, faults: Faults): boolean {
  if (typeof value === 'string') {
    if (hasForbidden(value)) faults.add(path, 'characters');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) faults.add(path, 'infinite');
  } else if (typeof value === 'object' && value !== null) {
    if (path.length >= DEEPEST) {
      faults.add(path, 'deep', { limite: DEEPEST });
      return false;
    }
    const entries: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, inner] of entries) {
      if (faults.full) return false;
      const at = [...path, key];
      if (typeof key === 'string' && hasForbidden(key)) faults.add(at, 'characters');
      if (key === '__proto__' && path[0] === 'extras') faults.add(at, 'unknown', { campo: key });
      if (!scan(inner, at, faults)) return false;
    }
  }
  return true;
}

function judge(schema: Joi.ObjectSchema, value: unknown, at: Path, faults: Faults): void {
  const { error } = schema.validate(value);
  for (const detail of error?.details ?? []) {
    if (faults.full) return;
    report(detail, [...at, ...detail.path], faults);
  }
}

/** A detail of Joi as one fault, under the field that people would look at. */
function report({ type, message, context = {} }: Joi.ValidationErrorItem, path: Path, faults: Faults): void {
  const key = (message in MESSAGES ? message : 'unknown') as MessageKey;
  if (type === 'object.unknown') reportUnknown(path, faults);
  else if (type === 'object.missing') faults.add([...path, context.peers[0]], key);
  else if (type === 'object.xor' || type === 'object.oxor') {
    const [campo, parecido] = context.present;
    faults.add([...path, parecido], key, { campo, parecido });
  } else if (type === 'any.only') {
    faults.add(path, key, { valores: context.valids?.filter((valid: unknown) => valid !== null).join(', ') });
  } else if (key !== 'infinite' || !faults.has(path)) {
    // a number that the scan has refused already needs no second word
    faults.add(path, key, { limite: context.limit });
  }
}

function reportUnknown(path: Path, faults: Faults): void {
  const name = String(path.at(-1));
  if (path.length === 1 && COMPANY.has(name.toLowerCase())) {
    faults.add(path, 'company');
    return;
  }
  const parecido = nearest(name, siblings(path));
  faults.add(path, parecido === undefined ? 'unknown' : 'misspelt', { campo: keyOf([name]), parecido });
}

interface Described {
  keys?: Record<string, Described>;
  items?: Described[];
}

/** The names that the schema knows beside an unknown one. Asked on refusals only, so it may take its time. */
function siblings(path: Path): string[] {
  let place: Described | undefined = DOCUMENT.boleta.describe() as Described;
  for (const step of path.slice(0, -1)) place = typeof step === 'number' ? place?.items?.[0] : place?.keys?.[step];
  return Object.keys(place?.keys ?? {});
}
