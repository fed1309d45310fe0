/** Writes example calls for a terminal, with the credentials in environment variables. */
import type { Content, Method } from '../openapi/types.js';

const CREDENTIALS = ['-H "X-Api-Key: $RAFAGA_API_KEY"', '-H "X-Api-Secret: $RAFAGA_API_SECRET"'];

export function curl(method: Method, path: string, body?: Content): string {
  const url = `"$RAFAGA_URL${path.replace('{id}', '48213')}${path.endsWith('/pdf') ? '?format=ticket-80' : ''}"`;
  const lines = [`curl -sS ${url}`, ...CREDENTIALS];
  if (method === 'post') {
    const example = Object.values(body?.examples ?? {})[0]?.value;
    lines.push(
      '-H "Content-Type: application/json"',
      '-H "Idempotency-Key: caja3-2026-03-15-1048"',
      `--data '${JSON.stringify(example, null, 2)}'`,
    );
  }
  const file = /\/(pdf|xml|cdr)$/.exec(path)?.[1];
  if (file !== undefined) lines.push('--fail', `-o comprobante.${file === 'cdr' ? 'zip' : file}`);
  return lines.join(' \\\n  ');
}
