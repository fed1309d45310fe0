/** Every refusal has a status, a unique code and a Spanish message. */
import { expect, test } from '@jest/globals';
import { Invalid, Refusal, refusalBody } from './refusal.js';
import { REFUSALS, type Reason } from './refusals.js';

const rows = Object.entries(REFUSALS) as [Reason, (typeof REFUSALS)[Reason]][];

test('every code is unique and in snake case', () => {
  const words = rows.map(([, { codigo }]) => codigo);
  expect(new Set(words).size).toBe(words.length);
  for (const word of words) expect(word).toMatch(/^[a-z][a-z_]+$/);
});

test('every error status of the specification has a refusal', () => {
  const statuses = new Set<number>(rows.map(([, { status }]) => status));
  for (const status of [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503])
    expect(statuses).toContain(status);
});

test.each(rows)('the refusal %s has estado, mensaje and codigo', (reason, { codigo, mensaje }) => {
  expect(refusalBody(new Refusal(reason), 'id-12345678')).toEqual({
    estado: 'error',
    mensaje,
    codigo,
    solicitud_id: 'id-12345678',
  });
});

test('a validation error lists its messages by key', () => {
  const invalid = new Invalid({ serie: ['mal'] });
  expect(refusalBody(invalid, 'id')).toMatchObject({
    estado: 'error',
    codigo: 'datos_invalidos',
    errores: { serie: ['mal'] },
  });
  expect(invalid).toMatchObject({ status: 422, reason: 'invalid' });
});

test('a caller is told to keep the reference when the outcome is unknown', () => {
  for (const reason of [
    'unavailable',
    'overloaded',
    'unconfirmed',
    'restoring',
    'internal',
  ] as const)
    expect(REFUSALS[reason].mensaje).toContain('misma Idempotency-Key');
});

test('no message denies that an earlier request may have stored the sale', () => {
  for (const [, { mensaje }] of rows)
    if (/regist(?:ró|rado)/.test(mensaje))
      expect(mensaje).toContain('esta petición no registró nada, pero una anterior');
});
