/**
 * Reads Joi's description of a schema: for suggestions of field names, for the messages of a field
 * and for the OpenAPI description.
 */
import type Joi from 'joi';
import type { MessageKeys } from '../fields/field.js';
import type { Path } from '../labels.js';

/** The part of Joi's description of a schema that this package reads. */
export interface Described {
  type?: string;
  flags?: { presence?: string; only?: boolean; description?: string };
  keys?: Record<string, Described>;
  items?: Described[];
  allow?: unknown[];
  rules?: { name: string; args?: Record<string, unknown> }[];
  dependencies?: { rel: string; peers: string[] }[];
  metas?: Record<string, unknown>[];
}

export const describe = (schema: Joi.Schema): Described => schema.describe() as Described;

/** The schema of the field at a path of the body. */
export function describedAt(body: Described, path: Path): Described | undefined {
  let place: Described | undefined = body;
  for (const step of path) {
    if (typeof step === 'number') place = place?.items?.[0];
    else
      place =
        place?.keys !== undefined && Object.hasOwn(place.keys, step) ? place.keys[step] : undefined;
  }
  return place;
}

export const messageKeysOf = (place: Described | undefined): MessageKeys =>
  Object.assign({}, ...(place?.metas ?? []).map(({ messageKeys }) => messageKeys));
