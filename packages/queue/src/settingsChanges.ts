/**
 * Publishes to every process that a business's settings changed, so that caches are dropped at
 * once. A lost message costs the few seconds that a cache lives.
 */
import { createRedis } from './connection.js';

const CHANNEL = '{rafaga}:changed';

export interface SettingsChanges {
  /** Resolves even when Redis is unavailable: nothing depends on the message. */
  publish(businessId: number): Promise<void>;
  close(): void;
}

export function createSettingsChanges(
  redisUrl: string,
  onError: (error: Error) => void = () => undefined,
): SettingsChanges {
  const redis = createRedis(redisUrl, 'request', onError);
  return {
    publish: async (businessId) => {
      if (redis.status !== 'ready')
        await new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
      await redis.publish(CHANNEL, String(businessId)).catch(onError);
    },
    close: () => redis.disconnect(),
  };
}

/**
 * @param onChange called with the business that changed, or with nothing when messages may have
 * been missed: every cache is to be dropped then
 * @returns ends the subscription
 */
export function subscribeToSettingsChanges(
  redisUrl: string,
  onChange: (businessId?: number) => void,
  onError: (error: Error) => void = () => undefined,
): () => void {
  const redis = createRedis(redisUrl, 'worker', onError);
  redis.on('ready', () => onChange());
  redis.on('message', (_channel, message) => onChange(Number(message)));
  redis.subscribe(CHANNEL).catch(onError);
  return () => redis.disconnect();
}
