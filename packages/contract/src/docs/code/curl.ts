/** Writes a call as a command of a terminal. */
import type { ApiCall } from './call.js';
import { JSON_TEXT, literal } from './literal.js';

export function curl({ path, sale, file }: ApiCall): string {
  const parts = [
    `curl -sS "$RAFAGA_URL${path}"`,
    '-H "X-Api-Key: $RAFAGA_API_KEY"',
    '-H "X-Api-Secret: $RAFAGA_API_SECRET"',
  ];
  if (sale)
    parts.push(
      '-H "Content-Type: application/json"',
      `-H "Idempotency-Key: ${sale.key}"`,
      `--data '${literal(sale.body, JSON_TEXT)}'`,
    );
  if (file) parts.push(`--fail-with-body -o ${file}`);
  return parts.join(' \\\n  ');
}
