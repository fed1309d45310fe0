/**
 * Converts the path of a fault in a `Sale` to the path in the request: ['lines', 3, 'quantity'] is
 * items.3.cantidad.
 */
import type { Block, Fields } from './fields/field.js';

/** A fault of a rule, at a path inside a `Sale`. */
export interface SaleFault {
  at: readonly (string | number)[];
  text: string;
}

/** A step of a path in the `Sale`, with its name in the request; absent: it has no such level. */
interface Place {
  wire?: string;
  inside: ReadonlyMap<string, Place>;
}

export interface WirePaths {
  /** `_general` for the whole sale. A path ends before a step that has no name in the request. */
  wirePath(at: readonly (string | number)[]): string;
  /** The same with the names that the body used. */
  sentPath(at: readonly (string | number)[], body: Fields): string;
  /** Faults of the fiscal rules as `errores`, under the names that the body used. */
  errores(faults: readonly SaleFault[], body: Fields): Record<string, string[]>;
}

export function wirePaths(table: Block): WirePaths {
  const places = placesOf(table);
  const aliases = aliasesOf(table);
  const wirePath: WirePaths['wirePath'] = (at) => pathOf(at, places);
  const sentPath: WirePaths['sentPath'] = (at, body) => asSent(wirePath(at), body, aliases);
  return {
    wirePath,
    sentPath,
    errores(faults, body) {
      const errores = new Map<string, string[]>();
      for (const { at, text } of faults) {
        const key = sentPath(at, body);
        errores.set(key, [...(errores.get(key) ?? []), text]);
      }
      return Object.fromEntries(errores);
    },
  };
}

/** The names of a block's fields by their place in the `Sale`, without aliases. */
function placesOf({ fields }: Block): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const { wire, sale, aliasOf, type } of fields) {
    if (sale === undefined || aliasOf !== undefined) continue;
    const place: Place = { wire, inside: type.block ? placesOf(type.block) : new Map() };
    const [outer, inner] = sale.split('.') as [string, string?];
    if (inner === undefined) places.set(outer, place);
    else
      places.set(outer, {
        inside: new Map([...(places.get(outer)?.inside ?? []), [inner, place]]),
      });
  }
  return places;
}

function pathOf(at: readonly (string | number)[], root: ReadonlyMap<string, Place>): string {
  const path: (string | number)[] = [];
  let places = root;
  for (const [index, step] of at.entries()) {
    if (typeof step === 'number') {
      path.push(step);
      continue;
    }
    const place = places.get(step);
    if (place === undefined) break;
    if (place.wire !== undefined) path.push(place.wire);
    // the request does not have this level: its fields are in the enclosing object
    else if (!place.inside.has(String(at[index + 1]))) path.push(step);
    places = place.inside;
  }
  return path.length === 0 ? '_general' : path.join('.');
}

type Aliases = ReadonlyMap<string, readonly string[]>;

/** The aliases of each field. */
function aliasesOf(table: Block, found = new Map<string, string[]>()): Aliases {
  for (const { wire, aliasOf, type } of table.fields) {
    if (aliasOf !== undefined) found.set(aliasOf, [...(found.get(aliasOf) ?? []), wire]);
    if (type.block) aliasesOf(type.block, found);
  }
  return found;
}

/** The path with the names that the body uses. */
function asSent(path: string, body: Fields, aliases: Aliases): string {
  if (isOwnLegend(path, body)) return 'leyenda';
  let here: unknown = body;
  const sent = path.split('.').map((step) => {
    if (typeof here !== 'object' || here === null) return step;
    const holder = here as Fields;
    const isSent = (name: string) => Object.hasOwn(holder, name) && holder[name] !== null;
    const name = isSent(step) ? step : (aliases.get(step)?.find(isSent) ?? step);
    here = Object.hasOwn(holder, name) ? holder[name] : undefined;
    return name;
  });
  return sent.join('.');
}

/** Whether the path is that of the legend from `leyenda`, which follows those of `leyendas`. */
function isOwnLegend(path: string, { leyendas }: Fields): boolean {
  const legend = /^leyendas\.(\d+)\b/.exec(path);
  return legend !== null && Number(legend[1]) >= (Array.isArray(leyendas) ? leyendas.length : 0);
}
