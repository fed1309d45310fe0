/**
 * Opens every connection to Redis, to one server, the master that sentinels name, or a cluster, by
 * its use: what blocks or subscribes waits without limit, a request 100 ms.
 */
import type { Socket } from 'node:net';
import type {
  RedisAddress,
  RedisCluster,
  RedisHost,
  RedisSentinels,
  RedisServers,
} from '@rafaga/runtime/redis';
import { Cluster, Redis, type RedisOptions } from 'ioredis';

export type RedisUse = 'blocking' | 'request' | 'counter' | 'probe';
export type RedisClient = Redis | Cluster;

const LIMITED_BY_CALLER: RedisOptions = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  socketTimeout: 1_000,
};

// socketTimeout replaces an open connection without answers, and sends its commands again
const OPTIONS: Record<RedisUse, RedisOptions> = {
  // BullMQ accepts nothing but null here, and blocks for 10 s at most; a subscription is renewed by
  // subscription.ts
  blocking: { maxRetriesPerRequest: null, socketTimeout: 12_000, autoResubscribe: false },
  // an answer within 100 ms or none: a caller's request succeeds without Redis
  request: {
    maxRetriesPerRequest: 1,
    commandTimeout: 100,
    enableOfflineQueue: false,
    socketTimeout: 1_000,
  },
  // as 'request', for code that limits the time itself
  counter: LIMITED_BY_CALLER,
  // no command of ioredis comes first, so that the probe's own gets what the server refuses it for
  probe: { ...LIMITED_BY_CALLER, enableReadyCheck: false, disableClientInfo: true },
};

const retryAfter = (times: number): number => Math.min(times * 100, 2_000);

/**
 * Opens a connection that reconnects without limit, at most 2 s apart. Errors go only to `onError`:
 * an outage of Redis does not end the process.
 */
export function createRedis(
  servers: RedisServers,
  use: RedisUse,
  onError: (error: Error) => void = () => undefined,
): RedisClient {
  if (typeof servers === 'object' && 'nodes' in servers)
    return openCluster(servers, use).on('error', onError);
  const redis = openMaster(servers, {
    ...OPTIONS[use],
    connectTimeout: 2_000,
    retryStrategy: retryAfter,
    // that a replica refuses a write is what a probe asks for
    reconnectOnError: use === 'probe' ? isDemoted : afterDemotion,
  });
  redis.on('error', onError);
  return endLeftoversOnClose(redis);
}

function openMaster(servers: string | RedisAddress | RedisSentinels, options: RedisOptions): Redis {
  if (typeof servers === 'string') return new Redis(servers, options);
  if ('sentinels' in servers) return new Redis({ ...options, ...sentinelOptions(servers) });
  // ioredis prefers what the address says of TLS
  const { url, tls = {} } = servers;
  return new Redis(url.replace(/^rediss:/, 'redis:'), { ...options, tls });
}

/**
 * With `failoverDetector` a connection leaves the former master as soon as the sentinels name
 * another: that one may answer, and lose what it accepts, for ten seconds more.
 */
function sentinelOptions(servers: RedisSentinels): RedisOptions {
  const { sentinels, name, sentinelLogin, sentinelTls, login, tls, db, natMap } = servers;
  return {
    sentinels: [...sentinels],
    name,
    ...login,
    db,
    ...(sentinelLogin.username && { sentinelUsername: sentinelLogin.username }),
    ...(sentinelLogin.password && { sentinelPassword: sentinelLogin.password }),
    ...(sentinelTls && { sentinelTLS: sentinelTls }),
    ...(tls && { tls, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: 2_000,
    failoverDetector: true,
    ...(natMap && { natMap }),
  };
}

/** A connection to each node that is used; they reconnect through the cluster. */
function openCluster(servers: RedisCluster, use: RedisUse): Cluster {
  const { enableOfflineQueue = true, ...redisOptions } = OPTIONS[use];
  const { login, tls, natMap } = servers;
  const cluster = new Cluster([...servers.nodes], {
    redisOptions: { ...redisOptions, ...login, ...(tls && { tls }), connectTimeout: 2_000 },
    enableOfflineQueue,
    clusterRetryStrategy: retryAfter,
    slotsRefreshTimeout: 2_000,
    // certificates are issued for names
    ...(tls && { dnsLookup: (name, done) => done(null, name) }),
    ...(natMap && { natMap }),
  });
  return endLeftoversOfNodes(cluster);
}

/** Opens a connection to one sentinel, which stays closed after a failure. */
export const createSentinel = (
  { sentinelLogin, sentinelTls }: RedisSentinels,
  { host, port }: RedisHost,
): Redis =>
  new Redis({
    host,
    port,
    ...sentinelLogin,
    ...(sentinelTls && { tls: sentinelTls }),
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    retryStrategy: () => null,
  }).on('error', () => undefined);

/** The servers that hold keys: the one server, or every master of a cluster. */
export const mastersOf = (redis: RedisClient): Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];

/** The address of a connected server, also of a master that sentinels named. */
export function addressOf({ options, stream }: Redis): { host: string; port: number } {
  const { remoteAddress, remotePort } = stream as Socket;
  const { host = '127.0.0.1', port = 6_379, sentinels } = options;
  return sentinels && remoteAddress
    ? { host: remoteAddress, port: remotePort ?? port }
    : { host, port };
}

/** A master that became a replica: connects to the new one. */
const isDemoted = ({ message }: Error): boolean => /^READONLY\b/.test(message);

/** Sends the command again, too. */
const afterDemotion = (error: Error): false | 2 => isDemoted(error) && 2;

/** What ioredis leaves behind when a connection closes. */
interface Leftovers {
  socketTimeoutTimer: NodeJS.Timeout | undefined;
  connector: { failoverDetector?: { cleanup(): void } | null };
}

/**
 * Ends the timer of `socketTimeout`, which keeps a stopped process alive and breaks the next
 * connection, and the detector of failovers, which gives the connection up for good when it hears
 * of one while the sentinels are asked for the next master. BullMQ blocks on duplicates of a
 * connection, so they are treated in the same way.
 */
function endLeftoversOnClose(redis: Redis): Redis {
  const left = redis as unknown as Leftovers;
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => endLeftoversOnClose(duplicate(override));
  return redis.on('close', () => {
    clearTimeout(left.socketTimeoutTimer);
    left.socketTimeoutTimer = undefined;
    left.connector.failoverDetector?.cleanup();
  });
}

function endLeftoversOfNodes(cluster: Cluster): Cluster {
  const duplicate = cluster.duplicate.bind(cluster);
  cluster.duplicate = (...overrides) => endLeftoversOfNodes(duplicate(...overrides));
  return cluster.on('+node', endLeftoversOnClose);
}
