/** Serves an Express app over HTTP, and stops after the last response. */
import { createServer, type RequestListener } from 'node:http';
import { listen as listenAt } from '@rafaga/runtime';
import type { Metrics } from '@rafaga/runtime/metrics';
import {
  boundConnections,
  boundPipelining,
  gatherChunks,
  isUnclear,
} from '@rafaga/runtime/network';
import type { PanelConfig } from './panelConfig.js';

export interface Listening {
  port: number;
  /** Ends idle connections at once, and the others after their response or ten seconds. */
  close(): Promise<void>;
}

/**
 * Longer than browsers and proxies keep an idle connection: the panel must not close one that the
 * other side is about to use.
 */
const KEEP_ALIVE_MS = 65_000;
const LAST_RESPONSE_MS = 10_000;

export async function listen(
  app: RequestListener,
  { host, port, maxConnections, proxies }: PanelConfig,
  metrics: Metrics,
): Promise<Listening> {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2_000,
    },
    boundPipelining((req, res) => {
      gatherChunks(req, () => void req.destroy());
      if (isUnclear(req)) res.setHeader('Connection', 'close');
      app(req, res);
    }),
  );
  boundConnections(server, { most: maxConnections, proxies }, metrics);
  return {
    port: await listenAt(server, 'PANEL', { port, host }),
    async close() {
      const late = setTimeout(() => server.closeAllConnections(), LAST_RESPONSE_MS);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      clearTimeout(late);
    },
  };
}
