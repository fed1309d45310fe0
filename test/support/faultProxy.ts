/**
 * A TCP proxy that injects network faults in front of a server: down, black hole, reset, slow, a
 * few bytes at a time.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FaultProxy {
  /** The URL of the server, with the address of the proxy. */
  url: string;
  port: number;
  /** Number of connections requested since the start. */
  asked: number;
  /** Resets new and open connections. */
  down(): void;
  /** Drops all data, or only answers; accepts connections and closes none. */
  blackHole(swallowed?: 'everything' | 'answers'): void;
  /** Resets the open connections; new ones are accepted. */
  reset(): void;
  /** Delays each piece of data. */
  slow(ms: number): void;
  /** Passes answers in pieces of `bytes` bytes, one every `everyMs` milliseconds. */
  slice(bytes: number, everyMs: number): void;
  /** Resets each new connection where `choose` says; undefined: nowhere. */
  cut(choose: () => Cut | undefined): void;
  /** Ends the fault; connections that lost data stay open. */
  heal(): void;
  /** Ends the fault and resets the connections that lost data. */
  recover(): void;
  stop(): Promise<void>;
}

type Direction = 'request' | 'answer';

/** After so many bytes in this direction. */
export interface Cut {
  direction: Direction;
  bytes: number;
}

type Fault =
  | { is: 'none' | 'down' }
  | { is: 'hole'; swallowed: 'everything' | 'answers' }
  | { is: 'slow'; ms: number }
  | { is: 'sliced'; bytes: number; everyMs: number }
  | { is: 'cut'; choose: () => Cut | undefined };

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const state: State = { fault: { is: 'none' }, open: new Set(), damaged: new Set() };
  const server = createServer((near) => {
    proxy.asked += 1;
    if (state.fault.is === 'down') near.resetAndDestroy();
    else join(state, near, connect(Number(port), hostname));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const begin = (fault: Fault) => {
    state.fault = fault;
  };
  const proxy: FaultProxy = {
    ...addressOf(target, (server.address() as AddressInfo).port),
    asked: 0,
    down() {
      begin({ is: 'down' });
      breakAll(state.open);
    },
    blackHole: (swallowed = 'everything') => begin({ is: 'hole', swallowed }),
    reset: () => breakAll(state.open),
    slow: (ms) => begin({ is: 'slow', ms }),
    slice: (bytes, everyMs) => begin({ is: 'sliced', bytes, everyMs }),
    cut: (choose) => begin({ is: 'cut', choose }),
    heal: () => begin({ is: 'none' }),
    recover() {
      begin({ is: 'none' });
      breakAll(state.damaged);
    },
    stop() {
      breakAll(state.open);
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return proxy;
}

interface State {
  fault: Fault;
  open: Set<Socket>;
  /** Connections that lost data. */
  damaged: Set<Socket>;
}

/** Passes what two sockets receive to each other, as the fault of the moment lets it. */
function join(state: State, near: Socket, far: Socket): void {
  const { fault, open, damaged } = state;
  for (const socket of [near, far]) {
    open.add(socket.setNoDelay(true));
    socket.on('close', () => open.delete(socket) && damaged.delete(socket));
  }
  const cut = fault.is === 'cut' ? fault.choose() : undefined;
  const bytesOf = (direction: Direction) =>
    cut?.direction === direction ? cut.bytes : Number.POSITIVE_INFINITY;
  pump(state, { from: near, to: far, direction: 'request', left: bytesOf('request') });
  pump(state, { from: far, to: near, direction: 'answer', left: bytesOf('answer') });
}

interface Flow {
  from: Socket;
  to: Socket;
  direction: Direction;
  /** After so many bytes the connection breaks. */
  left: number;
}

function pump(state: State, { from, to, direction, left: most }: Flow): void {
  let turn = Promise.resolve();
  let left = most;
  const pass = () => !swallows(state.fault, direction);
  from.on('data', (bytes) => {
    const now = state.fault;
    if (left < 0) return;
    left -= bytes.length;
    if (left < 0) to.write(bytes.subarray(0, left), () => breakAll(new Set([from, to])));
    else if (swallows(now, direction)) state.damaged.add(from).add(to);
    else turn = turn.then(() => deliver(to, bytes, now, direction));
  });
  from.on('error', () => to.destroy());
  from.on('end', () => void turn.then(() => pass() && to.end()));
  from.on('close', () => void turn.then(() => pass() && to.destroy()));
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
