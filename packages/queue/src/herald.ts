/**
 * Tells every process that a business's settings changed, so that caches drop at once. A lost
 * message costs a cache's few seconds.
 */
import { createRedis } from './connection.js';

const CHANNEL = '{rafaga}:changed';

export interface Herald {
  /** Resolves even when Redis is away: nothing depends on it. */
  announce(businessId: number): Promise<void>;
  close(): void;
}

export function createHerald(
  redisUrl: string,
  onError: (error: Error) => void = () => undefined,
): Herald {
  const redis = createRedis(redisUrl, 'request', onError);
  return {
    announce: async (businessId) => {
      if (redis.status !== 'ready')
        await new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
      await redis.publish(CHANNEL, String(businessId)).catch(onError);
    },
    close: () => redis.disconnect(),
  };
}

/**
 * @param heard is called with the business that changed, or with nothing when messages may have
 * been missed: drop everything
 */
export function listen(
  redisUrl: string,
  heard: (businessId?: number) => void,
  onError: (error: Error) => void = () => undefined,
): () => void {
  const redis = createRedis(redisUrl, 'worker', onError);
  redis.on('ready', () => heard());
  redis.on('message', (_channel, message) => heard(Number(message)));
  redis.subscribe(CHANNEL).catch(onError);
  return () => redis.disconnect();
}
