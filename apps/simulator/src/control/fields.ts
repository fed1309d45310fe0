/** Reads the fields of a command, and refuses an invalid one with a Spanish sentence. */

/** An invalid command; its message is answered with 422. */
export class InvalidRequest extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

export function objectOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new InvalidRequest('El cuerpo debe ser un objeto JSON.');
  }
  return body as Fields;
}

export function text(body: Fields, key: string): string | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new InvalidRequest(`${key}: debe ser texto.`);
  return value;
}

/** A text that matches `shape`; otherwise InvalidRequest, whose sentence ends with `says`. */
export function shaped(body: Fields, key: string, shape: RegExp, says: string): string | undefined {
  const value = text(body, key);
  if (value !== undefined && !shape.test(value)) throw new InvalidRequest(`${key}: ${says}.`);
  return value;
}

export function integer(
  body: Fields,
  key: string,
  least: number,
  most: number,
): number | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new InvalidRequest(`${key}: un entero de ${least} a ${most}.`);
  }
  return value;
}

export function flag(body: Fields, key: string): boolean | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') throw new InvalidRequest(`${key}: debe ser true o false.`);
  return value;
}

/** One of these words, or the first of them when the field is absent. */
export function oneOf<T extends string>(body: Fields, key: string, words: readonly [T, ...T[]]): T {
  const name = text(body, key) ?? words[0];
  const found = words.find((word) => word === name);
  if (!found) throw new InvalidRequest(`${key}: elige uno de ${words.join(', ')}.`);
  return found;
}
