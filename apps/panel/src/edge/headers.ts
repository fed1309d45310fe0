/** The headers of every response, and checks of a request's host and origin. */
import { randomUUID } from 'node:crypto';
import { countHosts } from '@rafaga/runtime/network';
import type { Request, RequestHandler } from 'express';

/** Nothing from other hosts, nothing inline, no frames by other sites. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const headers =
  (secure: boolean): RequestHandler =>
  (req, res, next) => {
    const given = req.get('x-request-id') ?? '';
    res.locals.requestId = /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : randomUUID();
    res.setHeader('X-Request-Id', res.locals.requestId);
    res.setHeader('Content-Security-Policy', POLICY);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('X-Frame-Options', 'DENY');
    res.setHeader('Referrer-Policy', 'same-origin');
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    res.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    res.setHeader('Cache-Control', 'no-store');
    if (secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    next();
  };

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Refuses foreign host names that resolve to this address (DNS rebinding), and several Host
 * headers.
 */
export function isOwnHost(req: Request, own: URL): boolean {
  const { host } = req.headers;
  if (!host || countHosts(req) > 1 || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === own.hostname || (LOOPBACK.test(hostname) && LOOPBACK.test(own.hostname));
}

/**
 * Whether the browser says that the form is from another site; if it says nothing, the form's token
 * decides.
 */
export function isCrossSite(req: Pick<Request, 'get'>): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin';
  const origin = req.get('origin');
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== req.get('host');
}
