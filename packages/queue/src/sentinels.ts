/** Asks each sentinel whether enough of them work to replace the master. */
import type { RedisHost, RedisSentinels, RedisServers } from '@rafaga/runtime/redis';
import { createSentinel } from './connection.js';

export interface SentinelState {
  /** Its `host:port`. */
  node: string;
  /** The sentinels that it knows, itself included. */
  known: number;
  /** Why it does not answer, or could not replace the master. */
  fault?: { kind: 'silent' | 'quorum'; message: string };
}

/** Reads the state of every sentinel; none where Redis has no sentinels. */
export async function readSentinels(servers: RedisServers): Promise<SentinelState[]> {
  if (typeof servers === 'string' || !('sentinels' in servers)) return [];
  return Promise.all(servers.sentinels.map((host) => readSentinel(servers, host)));
}

/** The error of the first sentinel that does not answer; undefined when all do. */
export async function silenceOfSentinels(servers: RedisServers): Promise<Error | undefined> {
  const states = await readSentinels(servers);
  const silent = states.find(({ fault }) => fault?.kind === 'silent');
  return silent?.fault && new Error(silent.fault.message);
}

async function readSentinel(servers: RedisSentinels, host: RedisHost): Promise<SentinelState> {
  const node = `${host.host}:${host.port}`;
  const sentinel = createSentinel(servers, host);
  // a command that has no connection says only that it is closed
  let cause: Error | undefined;
  sentinel.on('error', (error: Error) => {
    cause = error;
  });
  try {
    const others = (await sentinel.call('SENTINEL', 'SENTINELS', servers.name)) as unknown[];
    const state = { node, known: others.length + 1 };
    return await sentinel.call('SENTINEL', 'CKQUORUM', servers.name).then(
      () => state,
      ({ message }: Error) => ({ ...state, fault: { kind: 'quorum', message } }),
    );
  } catch (error) {
    return {
      node,
      known: 0,
      fault: { kind: 'silent', message: (cause ?? (error as Error)).message },
    };
  } finally {
    sentinel.disconnect();
  }
}
