/** Holds an answer against what every answer promises, and against the OpenAPI description. */
import { expect } from '@jest/globals';
import type { Call, Reply } from './client.js';

export function conforms({ method = 'GET' }: Call, reply: Reply): void {
  const { headers } = reply;
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-powered-by']).toBeUndefined();
  if (reply.status >= 400 && method !== 'HEAD') {
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(reply.json).toMatchObject({ estado: 'error', mensaje: expect.any(String), codigo: expect.any(String) });
    expect(reply.json.solicitud_id).toBe(headers['x-request-id']);
  }
}
