/**
 * Finds excessive JSON in its bytes, without parsing it: a million levels or values cost a tenth of
 * a second and a hundred megabytes to parse, and no sale has as many.
 */
import { MAX_BODY_VALUES, MAX_EXTRAS_VALUES } from '@rafaga/contract';

/** No sale is this deep; the schema refuses a smaller excess and names the field. */
const MAX_DEPTH = 1_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BRACKET_END = 0x5d;
const BRACE_END = 0x7d;

export interface Excess {
  is: 'deep' | 'crowded';
  /** The field of the body that has too many values; absent when the whole body has. */
  field?: string;
}

/** Longer names are not kept: all fields of a sale have shorter ones. */
const MAX_NAME = 64;

export interface StructureScanner {
  /** @returns the excess of the JSON up to here, if any */
  add(chunk: Buffer): Excess | undefined;
}

/** Scans JSON as its chunks arrive. */
export function createStructureScanner(): StructureScanner {
  /** The number of values in the open object or list of each level. */
  const values = new Uint32Array(MAX_DEPTH + 1);
  let depth = 0;
  let total = 0;
  let inText = false;
  /** 1 when the last chunk ended between a backslash and the escaped character. */
  let escaped = 0;
  /** The last string of the first level; within a value, that is the name of the field. */
  let name = '';
  let nameFrom = 0;
  const readName = (json: Buffer, end: number) => {
    if (name.length < MAX_NAME)
      name += json.toString('latin1', nameFrom, Math.min(end, nameFrom + MAX_NAME));
  };
  return {
    add(json) {
      let i = escaped;
      nameFrom = 0;
      for (; i < json.length; i++) {
        const byte = json[i];
        if (byte === QUOTE) {
          inText = !inText;
          if (depth !== 1) continue;
          if (inText) [name, nameFrom] = ['', i + 1];
          else readName(json, i);
        } else if (inText) {
          if (byte === BACKSLASH) i++;
        } else if (byte === COMMA) {
          const count = (values[depth] ?? 0) + 1;
          values[depth] = count;
          if (count >= MAX_EXTRAS_VALUES)
            return { is: 'crowded', ...(depth > 1 && { field: name }) };
          if (++total > MAX_BODY_VALUES) return { is: 'crowded' };
        } else if (byte === BRACKET || byte === BRACE) {
          if (++depth > MAX_DEPTH) return { is: 'deep' };
          values[depth] = 0;
        } else if ((byte === BRACKET_END || byte === BRACE_END) && depth > 0) depth--;
      }
      escaped = i - json.length;
      if (inText && depth === 1) readName(json, json.length);
      return undefined;
    },
  };
}

export const excessOf = (json: Buffer): Excess | undefined => createStructureScanner().add(json);
