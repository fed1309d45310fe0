/** The tags of operations, and the refusals that every operation can answer. */
import type { Kind } from '@rafaga/fiscal';

export const TAG = { boleta: 'Boletas', factura: 'Facturas' } as const satisfies Record<
  Kind,
  string
>;
export const OF_KIND = { boleta: 'una boleta', factura: 'una factura' } as const satisfies Record<
  Kind,
  string
>;

/** The refusals that do not depend on the operation. */
export const CALLER = [
  'credentials_missing',
  'credentials_invalid',
  'access_inactive',
  'rate_limited',
  'attempts_limited',
] as const;

/** The refusals of a request that never became one: they are answered before the operation. */
export const EDGE = ['malformed_http', 'request_timeout', 'headers_too_large'] as const;
