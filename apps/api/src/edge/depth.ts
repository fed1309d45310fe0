/**
 * Finds deeply nested JSON in its bytes: parsing a million levels costs a tenth of a second and a
 * hundred megabytes.
 */

/** No sale is this deep; the schema refuses a lesser excess under its field. */
const MAX_DEPTH = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BRACKET_END = 0x5d;
const BRACE_END = 0x7d;

export function isDeep(json: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) inText = !inText;
    else if (inText) {
      if (byte === BACKSLASH) i++;
    } else if (byte === BRACKET || byte === BRACE) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth--;
  }
  return false;
}
