/**
 * Shares among processes what each of them would read at every scrape of its metrics, although it
 * is the same for all and costs PostgreSQL much.
 */
import type { RedisServers } from '@rafaga/runtime/redis';
import { createRedis } from './connection.js';

export interface SharedReadings {
  /**
   * What a process has read a short time ago, or what `read` gives now, which the others then use.
   * Without Redis each process reads for itself.
   * @param name another one for a reading of another shape, as programs of two versions may run
   * @param read its result is JSON
   */
  share<T>(name: string, read: () => Promise<T>): Promise<T>;
  close(): void;
}

interface Options {
  /** How old a reading may be. */
  keepMs: number;
  onError?: (error: Error) => void;
}

export function createSharedReadings(
  redisServers: RedisServers,
  { keepMs, onError = () => undefined }: Options,
): SharedReadings {
  const redis = createRedis(redisServers, 'request', onError);
  return {
    async share<T>(name: string, read: () => Promise<T>) {
      const key = `rafaga:reading:${name}`;
      const kept = await redis.get(key).catch(() => null);
      if (kept !== null) return JSON.parse(kept) as T;
      const value = await read();
      await redis.set(key, JSON.stringify(value), 'PX', keepMs).catch(() => undefined);
      return value;
    },
    close: () => redis.disconnect(),
  };
}
