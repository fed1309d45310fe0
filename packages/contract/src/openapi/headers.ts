/** The headers that several responses share. */
import { header } from './build.js';
import type { OpenApiResponse } from './types.js';

export function common(): Record<string, { $ref: string }> {
  return {
    'X-Request-Id': header('X-Request-Id'),
    RateLimit: header('RateLimit'),
    'RateLimit-Policy': header('RateLimit-Policy'),
  };
}

export function cached(): Record<string, { $ref: string }> {
  return { ETag: header('ETag'), 'Cache-Control': header('Cache-Control') };
}

/** A caller with valid credentials is told what is left of the minute, in refusals too. */
export function withLimits(
  responses: Record<string, OpenApiResponse>,
): Record<string, OpenApiResponse> {
  for (const [status, response] of Object.entries(responses))
    if (status !== '401') response.headers = { ...response.headers, ...common() };
  return responses;
}
