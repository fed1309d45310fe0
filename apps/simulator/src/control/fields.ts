/** Reads the fields of a command's body; a wrong one is refused with a sentence. */

/** A wrong request; its message is for the caller. */
export class Wrong extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

export function objectOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Wrong('El cuerpo debe ser un objeto JSON.');
  }
  return body as Fields;
}

export function text(body: Fields, key: string): string | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Wrong(`${key}: debe ser texto.`);
  return value;
}

/** A text of this shape; `says` ends the sentence that refuses another. */
export function shaped(body: Fields, key: string, shape: RegExp, says: string): string | undefined {
  const value = text(body, key);
  if (value !== undefined && !shape.test(value)) throw new Wrong(`${key}: ${says}.`);
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
    throw new Wrong(`${key}: un entero de ${least} a ${most}.`);
  }
  return value;
}

export function flag(body: Fields, key: string): boolean | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') throw new Wrong(`${key}: debe ser true o false.`);
  return value;
}

/** One of these words; the first of them when none is given. */
export function oneOf<T extends string>(body: Fields, key: string, words: readonly [T, ...T[]]): T {
  const name = text(body, key) ?? words[0];
  const found = words.find((word) => word === name);
  if (!found) throw new Wrong(`${key}: elige uno de ${words.join(', ')}.`);
  return found;
}
