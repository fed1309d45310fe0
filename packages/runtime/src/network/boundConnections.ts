/**
 * Bounds the open connections of API and panel, of all addresses and of each, so that connections
 * which say nothing take neither memory nor file descriptors. Health probes have a port of their
 * own.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../metrics/metrics.js';
import { declaredProxy, type Proxies } from '../proxies.js';
import { addressGroup } from './addressGroup.js';

/**
 * The part of all connections that one address may have: a carrier or a chain's office may bring
 * thousands of tills, or all users of a panel, under one, and a stranger among them must not lock
 * them out easily.
 */
const SHARE = 1 / 2;

/**
 * A connection over which nothing has moved for this long is closed, while it is answered too: one
 * that reads no answer would keep it in memory for ever. No answer is longer in coming.
 */
const STILL_MS = 60_000;

export interface ConnectionBounds {
  /** Connections that may be open at once. */
  most: number;
  /** The proxies in front: each brings the connections of many clients. */
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
  // before the listener that makes a parser for it
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

/** @returns counts a connection until it closes; false when its address has too many */
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
