/**
 * Shares among processes what each of them would read at every scrape of its metrics, although it
 * is the same for all and costs PostgreSQL much.
 */
import type { RedisServers } from '@rafaga/runtime/redis';
import { createRedis } from './connection.js';

export interface SharedReadings {
  /**
   * Gives what another process read a short time ago; otherwise reads, and lets the others use it.
   * Without Redis each process reads for itself.
   * @param name a reading of another shape needs another name, because two versions may run at once
   * @param read its result is stored as JSON
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
