/**
 * Bounds the open connections of API and panel, in all and from each address, so that silent
 * connections exhaust neither memory nor file descriptors. Health probes have a port of their own.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../metrics/metrics.js';
import { declaredProxy, type Proxies } from '../proxies.js';
import { addressGroup } from './addressGroup.js';

/**
 * The share of all connections that one address may have: a carrier or a chain's office may bring
 * thousands of tills, or all users of a panel, from one address, and a stranger at that address
 * must not lock them out easily.
 */
const SHARE = 1 / 2;

/**
 * A connection without any traffic for this long is closed, even while it is being answered: a
 * client that does not read its answer would occupy it for ever. Every answer begins sooner.
 */
const STILL_MS = 60_000;

export interface ConnectionBounds {
  /** Connections that may be open at once. */
  most: number;
  /** The proxies in front of the program: one brings the connections of many clients. */
  proxies: Proxies;
  stillMs?: number;
}

export function boundConnections(
  server: Server,
  { most, proxies, stillMs = STILL_MS }: ConnectionBounds,
  { gauge, counter, onScrape }: Metrics,
): void {
  const open = gauge('rafaga_http_connections_open', 'Connections that clients have open.', []);
  const refused = counter(
    'rafaga_http_connections_refused_total',
    'Connections closed at once, because all or one address had too many.',
    ['bound'],
  );
  const count = countAddresses(Math.ceil(most * SHARE), declaredProxy(proxies));
  let connections = 0;

  server.maxConnections = most;
  server.timeout = stillMs;
  server.on('drop', () => refused.inc({ bound: 'all' }));
  // runs before Node's own listener, which creates a parser for the connection
  server.prependListener('connection', (socket: Socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
    if (count(socket)) return;
    refused.inc({ bound: 'address' });
    socket.destroy();
  });
  onScrape([open], async () => open.set(connections));
}

/**
 * @returns a function that counts a connection until it closes; false when its address has too many
 */
function countAddresses(most: number, isProxy: (address: string) => boolean) {
  const counts = new Map<string, number>();
  return (socket: Socket): boolean => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return true;
    const group = addressGroup(address);
    const before = counts.get(group) ?? 0;
    if (before >= most) return false;
    counts.set(group, before + 1);
    socket.once('close', () => {
      const left = (counts.get(group) ?? 1) - 1;
      if (left > 0) counts.set(group, left);
      else counts.delete(group);
    });
    return true;
  };
}
