/**
 * The schemas as data: asked on refusals, for the names beside a wrong one and for what a field
 * says of itself.
 */
import type { Kind } from '@rafaga/fiscal';
import type { Path } from '../labels.js';
import { DOCUMENT } from './document.js';
import type { MessageKeys } from './scalars.js';

/** What Joi tells of a schema, as far as this package reads it. */
export interface Described {
  type?: string;
  flags?: { presence?: string; only?: boolean };
  keys?: Record<string, Described>;
  items?: Described[];
  allow?: unknown[];
  rules?: { name: string; args?: Record<string, unknown> }[];
  dependencies?: { rel: string; peers: string[] }[];
  metas?: Record<string, unknown>[];
}

/** Described when the program starts, so that its first refusal need not wait. */
const DESCRIBED: Record<Kind, Described> = {
  boleta: DOCUMENT.boleta.describe() as Described,
  factura: DOCUMENT.factura.describe() as Described,
};

/** The whole body's schema. */
export const descriptionOfBody = (kind: Kind): Described => DESCRIBED[kind];

/** What the schema says of the field at a path of the body. */
export function schemaAt(kind: Kind, path: Path): Described | undefined {
  let place: Described | undefined = descriptionOfBody(kind);
  for (const step of path) {
    if (typeof step === 'number') place = place?.items?.[0];
    else
      place =
        place?.keys !== undefined && Object.hasOwn(place.keys, step) ? place.keys[step] : undefined;
  }
  return place;
}

export const messageKeysOf = (place: Described | undefined): MessageKeys =>
  Object.assign({}, ...(place?.metas ?? []).map(({ says }) => says));
