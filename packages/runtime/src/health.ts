/**
 * Answers an orchestrator: whether the process makes progress (/healthz), and whether requests to
 * it would succeed (/readyz).
 */
import { createServer, type Server } from 'node:http';
import { memoize } from './concurrency/ttlCache.js';
import { withTimeout } from './concurrency/withTimeout.js';
import type { Condition } from './conditions/probe.js';
import { listen } from './listen.js';

export interface Health {
  /**
   * What makes no progress, in Spanish; undefined while the process is healthy. Must not depend on
   * other servers: an outage there would restart every process.
   */
  alive(): string | undefined;
  /** What is missing, by name ('postgres', 'stopping', …); empty when the process is ready. */
  ready(): Promise<string[]>;
  /** What is missing without making the process unready ('redis', …). */
  degraded?(): string[];
}

export interface HealthAnswer {
  status: 200 | 503;
  body: { estado: 'bien' | 'degradado' | 'mal'; detalle?: string[] };
}

/** A condition as /readyz shows it: the stable word first. */
export const describeCondition = ({ word, text }: Condition): string => `${word}: ${text}`;

export async function answerHealth(
  health: Health,
  path: string,
): Promise<HealthAnswer | undefined> {
  if (path === '/healthz') {
    const stuck = health.alive();
    return stuck === undefined
      ? { status: 200, body: { estado: 'bien' } }
      : { status: 503, body: { estado: 'mal', detalle: [stuck] } };
  }
  if (path !== '/readyz') return undefined;
  const missing = await health.ready();
  if (missing.length > 0) return { status: 503, body: { estado: 'mal', detalle: missing } };
  const degraded = health.degraded?.() ?? [];
  return {
    status: 200,
    body: degraded.length > 0 ? { estado: 'degradado', detalle: degraded } : { estado: 'bien' },
  };
}

/**
 * Serves both for a process without another HTTP server; resolves once it listens.
 * @param name as of `listen`, before _HEALTH
 * @param metrics makes the text of /metrics
 * @throws ConfigError when it cannot listen there
 */
export async function serveHealth(
  health: Health,
  { name, port, host }: { name: string; port: number; host: string },
  metrics?: () => Promise<string>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (metrics && request.url === '/metrics')
      return metrics().then(
        (text) =>
          response
            .writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
            .end(text),
        () => response.writeHead(503).end(),
      );
    const { status, body } = (await answerHealth(health, request.url ?? '').catch(
      () => undefined,
    )) ?? {
      status: 404,
      body: { estado: 'error' },
    };
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      .end(JSON.stringify(body));
  });
  // each process of a cluster gets a port of its own
  await listen(server, `${name}_HEALTH`, { port, host, exclusive: true });
  return server;
}

const ANSWER_WITHIN_MS = 2_000;
const SHARED_MS = 1_000;

/**
 * For `ready`: asks a server whether it answers within two seconds, at most once a second, whatever
 * number of strangers read /readyz.
 * @param now replaced by tests
 */
export function answersInTime(
  ask: () => Promise<unknown>,
  now = () => performance.now(),
): () => Promise<boolean> {
  const shared = memoize<'', boolean>({ max: 1, ttlMs: SHARED_MS, now });
  return () =>
    shared('', () =>
      withTimeout(ask(), ANSWER_WITHIN_MS, { unref: true }).then(
        () => true,
        () => false,
      ),
    );
}
