/** Parses an HTTP body as a JSON object; undefined for anything else, and reads its values. */
export function parseJson(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A string or number as text, without control characters, of which PostgreSQL stores no NUL; ''
 * for anything else.
 */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\p{Cc}+/gu, ' ')
    : '';
