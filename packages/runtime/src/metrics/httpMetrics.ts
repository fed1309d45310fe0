/**
 * The metrics of an HTTP server: how long its requests took, by route, method and status, and how
 * many are open. The routes are those that the server declares, so that callers add no series.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { whenClosed } from '../whenClosed.js';
import type { Metrics } from './metrics.js';

/** Bounds in seconds; 0.25 is the objective of an accepted sale. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** The milliseconds until now that a caller asked to be left waiting. */
const waits = new WeakMap<ServerResponse, () => number>();

const waitedMs = (response: ServerResponse): number => waits.get(response)?.() ?? 0;

/**
 * Leaves a wait that the caller asked for out of the duration of its request, also when the caller
 * disconnects before the wait ends.
 */
export async function leaveOut<T>(response: ServerResponse, wait: Promise<T>): Promise<T> {
  const began = performance.now() - waitedMs(response);
  waits.set(response, () => performance.now() - began);
  try {
    return await wait;
  } finally {
    const ms = waitedMs(response);
    waits.set(response, () => ms);
  }
}

type Step = (request: IncomingMessage, response: ServerResponse) => void;

/** @returns what measures a request until its response is written or cut off */
export function measureRequests({ histogram, gauge, onScrape }: Metrics): Step {
  const durations = histogram(
    'rafaga_http_request_duration_seconds',
    'Time from a request to the end of its response, without a wait that its caller asked for.',
    ['route', 'method', 'status'],
    BOUNDS,
  );
  const open = gauge('rafaga_http_requests_open', 'Requests that are not answered yet.', []);
  let count = 0;
  onScrape([open], async () => open.set(count));

  return (request, response) => {
    const began = performance.now();
    count += 1;
    whenClosed(response, () => {
      count -= 1;
      const ms = performance.now() - began - waitedMs(response);
      durations.observe(labelsOf(request, response), ms / 1_000);
    });
  };
}

function labelsOf(request: IncomingMessage, response: ServerResponse) {
  const { method = '' } = request;
  return {
    route: routeOf(request as RoutedRequest),
    method: METHODS.has(method) ? method : 'other',
    // a caller that went away was not answered
    status: response.writableFinished ? String(response.statusCode) : 'aborted',
  };
}

/** What Express adds to a request that a route has taken. */
export interface RoutedRequest extends IncomingMessage {
  route?: { path: string | readonly string[] };
  path?: string;
}

/** The route as it was declared; of one with several paths, the one that was asked for. */
export const routeOf = ({ route, path = '' }: RoutedRequest): string =>
  route === undefined ? 'unknown' : typeof route.path === 'string' ? route.path : path;
