/**
 * A TCP proxy in front of a server that fails in the ways that networks do: down, black hole,
 * reset, slow, one byte at a time.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FaultProxy {
  /** The server's own address, through here. */
  url: string;
  port: number;
  /** How many connections were asked for since the start. */
  asked: number;
  /** Refuses new connections and breaks the old ones. */
  down(): void;
  /** Swallows everything, or the answers alone; closes nothing, and still takes connections. */
  blackHole(swallowed?: 'everything' | 'answers'): void;
  /** Breaks what is open with a reset, and goes on. */
  reset(): void;
  /** Each piece waits so long. */
  slow(ms: number): void;
  /** Passes the answers in pieces of so many bytes, one each `everyMs`. */
  slice(bytes: number, everyMs: number): void;
  /** Passes everything again; an end whose bytes were swallowed finds out by itself, or never. */
  heal(): void;
  /** Heals, and breaks the connections that lost bytes: each end finds out at once. */
  recover(): void;
  stop(): Promise<void>;
}

type Direction = 'request' | 'answer';
type Fault =
  | { is: 'none' | 'down' }
  | { is: 'hole'; swallowed: 'everything' | 'answers' }
  | { is: 'slow'; ms: number }
  | { is: 'sliced'; bytes: number; everyMs: number };

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  let fault: Fault = { is: 'none' };
  const open = new Set<Socket>();
  const damaged = new Set<Socket>();
  const server = createServer((near) => {
    proxy.asked += 1;
    if (fault.is === 'down') return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket.setNoDelay(true));
      socket.on('close', () => open.delete(socket) && damaged.delete(socket));
    }
    pump(near, far, 'request');
    pump(far, near, 'answer');
  });

  function pump(from: Socket, to: Socket, direction: Direction): void {
    let turn = Promise.resolve();
    const pass = () => !swallows(fault, direction);
    from.on('data', (bytes) => {
      const now = fault;
      if (swallows(now, direction)) damaged.add(from).add(to);
      else turn = turn.then(() => deliver(to, bytes, now, direction));
    });
    from.on('error', () => to.destroy());
    from.on('end', () => void turn.then(() => pass() && to.end()));
    from.on('close', () => void turn.then(() => pass() && to.destroy()));
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: FaultProxy = {
    ...addressOf(target, (server.address() as AddressInfo).port),
    asked: 0,
    down() {
      fault = { is: 'down' };
      breakAll(open);
    },
    blackHole(swallowed = 'everything') {
      fault = { is: 'hole', swallowed };
    },
    reset: () => breakAll(open),
    slow(ms) {
      fault = { is: 'slow', ms };
    },
    slice(bytes, everyMs) {
      fault = { is: 'sliced', bytes, everyMs };
    },
    heal() {
      fault = { is: 'none' };
    },
    recover() {
      fault = { is: 'none' };
      breakAll(damaged);
    },
    stop() {
      breakAll(open);
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return proxy;
}

function addressOf(target: string, port: number): { url: string; port: number } {
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, port };
}

function breakAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.resetAndDestroy();
  sockets.clear();
}

const swallows = (fault: Fault, direction: Direction) =>
  fault.is === 'hole' && (fault.swallowed === 'everything' || direction === 'answer');

async function deliver(to: Socket, bytes: Buffer, fault: Fault, direction: Direction) {
  if (fault.is === 'slow') await sleep(fault.ms);
  const size = fault.is === 'sliced' && direction === 'answer' ? fault.bytes : bytes.length;
  for (let at = 0; at < bytes.length && to.writable; at += size) {
    to.write(bytes.subarray(at, at + size));
    if (fault.is === 'sliced' && direction === 'answer') await sleep(fault.everyMs);
  }
}
