/**
 * Gives every request an id, the caller's own where it is valid, and sets the headers that all
 * answers have.
 */
import { randomUUID } from 'node:crypto';
import type { Step } from '../handler.js';

const VALID = /^[A-Za-z0-9._-]{8,64}$/;

export const requestId: Step = (req, res) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && VALID.test(given) ? given : randomUUID();
  res.locals.requestId = id;
  res.locals.startedAt = performance.now();
  res.setHeader('X-Request-Id', id);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
};
