/** Tests that what npm start prints to copy is a command that a shell runs. */
import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { invitation } from './invitation.mjs';

const text = invitation('/home', {
  base_url: 'http://127.0.0.1:1/v1',
  panel_url: 'http://127.0.0.1:2',
  simulator_url: 'http://127.0.0.1:3',
  business: { api_key: 'key', api_secret: 'secret' },
  panel: { email: 'admin@ejemplo.pe', password: 'pass' },
});

test('it names every address and the login of the panel', () => {
  for (const part of ['http://127.0.0.1:1/docs', 'http://127.0.0.1:3', 'admin@ejemplo.pe', 'pass'])
    expect(text).toContain(part);
});

test('the curl sends a boleta with its credentials and a reference of its own', () => {
  const [command = ''] = /^curl (?:.*\\\n)+.*$/m.exec(text) ?? [];
  const script = `curl() { printf '%s\\n' "$@"; }\n${command}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  expect(words).toEqual([
    ...['-sS', 'http://127.0.0.1:1/v1/boletas', '-H', 'X-Api-Key: key'],
    ...['-H', 'X-Api-Secret: secret', '-H', expect.stringMatching(/^Idempotency-Key: venta-\d+$/)],
    ...['-H', 'Content-Type: application/json', '-d', expect.stringContaining('"serie":"B001"')],
  ]);
});
