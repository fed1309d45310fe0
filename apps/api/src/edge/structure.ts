/**
 * Finds JSON in its bytes that is not worth parsing: a million levels or values cost a tenth of a
 * second and a hundred megabytes, and no sale has them.
 */
import { MAX_BODY_VALUES, MAX_EXTRAS_VALUES } from '@rafaga/contract';

/** No sale is this deep; the schema refuses a lesser excess under its field. */
const MAX_DEPTH = 1_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BRACKET_END = 0x5d;
const BRACE_END = 0x7d;

export type Excess = 'deep' | 'crowded';

export interface StructureScanner {
  /** Whether the JSON up to here has too many levels, or too many values in all or in one place. */
  add(chunk: Buffer): Excess | undefined;
}

/** Scans JSON as its chunks arrive. */
export function createStructureScanner(): StructureScanner {
  /** How many values the open object or list of each level has. */
  const values = new Uint32Array(MAX_DEPTH + 1);
  let depth = 0;
  let total = 0;
  let inText = false;
  /** The last chunk ended between a backslash and what it escapes. */
  let escaped = 0;
  return {
    add(json) {
      let i = escaped;
      for (; i < json.length; i++) {
        const byte = json[i];
        if (byte === QUOTE) inText = !inText;
        else if (inText) {
          if (byte === BACKSLASH) i++;
        } else if (byte === COMMA) {
          const count = (values[depth] ?? 0) + 1;
          values[depth] = count;
          if (count >= MAX_EXTRAS_VALUES || ++total > MAX_BODY_VALUES) return 'crowded';
        } else if (byte === BRACKET || byte === BRACE) {
          if (++depth > MAX_DEPTH) return 'deep';
          values[depth] = 0;
        } else if ((byte === BRACKET_END || byte === BRACE_END) && depth > 0) depth--;
      }
      escaped = i - json.length;
      return undefined;
    },
  };
}

export const excessOf = (json: Buffer): Excess | undefined => createStructureScanner().add(json);
