/** The headers that several responses share. */
import { header } from './build.js';
import type { OpenApiResponse } from './types.js';

export function common(): Record<string, { $ref: string }> {
  return {
    'X-Request-Id': header('X-Request-Id'),
    'Cache-Control': header('Cache-Control'),
    RateLimit: header('RateLimit'),
    'RateLimit-Policy': header('RateLimit-Policy'),
  };
}

/** Adds the rate-limit headers to every response but those before valid credentials are known. */
export function withLimits(
  responses: Record<string, OpenApiResponse>,
): Record<string, OpenApiResponse> {
  for (const [status, response] of Object.entries(responses))
    if (!['401', '431'].includes(status)) response.headers = { ...response.headers, ...common() };
  return responses;
}
