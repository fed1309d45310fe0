/**
 * A TCP proxy that fails in the ways that networks do: down, black hole, reset, slow, one byte at a
 * time.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FaultProxy {
  port: number;
  /** Connections that were asked for since the start. */
  asked: number;
  /** Refuses new connections and breaks the old ones. */
  down(): void;
  /** Swallows everything in both directions, closes nothing, and still takes new connections. */
  blackHole(): void;
  /** Breaks what is open with a reset, and goes on. */
  reset(): void;
  /** Each piece waits so long. */
  slow(ms: number): void;
  /** Passes the answers in pieces of so many bytes, one each `everyMs`. */
  slice(bytes: number, everyMs: number): void;
  heal(): void;
  stop(): Promise<void>;
}

type Mood =
  | { is: 'well' | 'down' | 'hole' }
  | { is: 'slow'; ms: number }
  | { is: 'sliced'; bytes: number; everyMs: number };

export async function startProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let mood: Mood = { is: 'well' };
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    proxy.asked += 1;
    if (mood.is === 'down') return void near.resetAndDestroy();
    const far = connect(target.port, target.host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    pump(near, far, 'there');
    pump(far, near, 'back');
    for (const socket of pair) socket.setNoDelay(true).on('close', () => pairs.delete(pair));
  });

  function pump(from: Socket, to: Socket, way: 'there' | 'back'): void {
    let turn = Promise.resolve();
    from.on('data', (bytes) => {
      const now = mood;
      if (now.is === 'hole') return;
      if (now.is === 'well') turn = turn.then(() => write(to, bytes));
      if (now.is === 'slow') turn = turn.then(() => pause(now.ms)).then(() => write(to, bytes));
      if (now.is === 'sliced')
        turn =
          way === 'there'
            ? turn.then(() => write(to, bytes))
            : turn.then(() => slices(to, bytes, now));
    });
    from.on('error', () => to.destroy());
    from.on('end', () => void turn.then(() => mood.is !== 'hole' && to.end()));
    from.on('close', () => void turn.then(() => mood.is !== 'hole' && to.destroy()));
  }

  const breakAll = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    pairs.clear();
  };

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    asked: 0,
    down: () => {
      mood = { is: 'down' };
      breakAll();
    },
    blackHole: () => {
      mood = { is: 'hole' };
    },
    reset: breakAll,
    slow: (ms) => {
      mood = { is: 'slow', ms };
    },
    slice: (bytes, everyMs) => {
      mood = { is: 'sliced', bytes, everyMs };
    },
    // what a black hole has swallowed is gone: the ends of such a link find out by themselves, or
    // not at all
    heal: () => {
      mood = { is: 'well' };
    },
    stop: () => {
      breakAll();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return proxy;
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const write = (to: Socket, bytes: Buffer) => void (to.writable && to.write(bytes));

async function slices(
  to: Socket,
  bytes: Buffer,
  { bytes: size, everyMs }: { bytes: number; everyMs: number },
): Promise<void> {
  for (let at = 0; at < bytes.length && !to.destroyed; at += size) {
    write(to, bytes.subarray(at, at + size));
    await pause(everyMs);
  }
}
