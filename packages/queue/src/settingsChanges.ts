/**
 * Publishes to every process that a business's settings changed, so that it drops its caches at
 * once. After a lost message a cache is stale for its few seconds of life.
 */
import { settledWithin } from '@rafaga/runtime/concurrency';
import type { RedisServers } from '@rafaga/runtime/redis';
import { createRedis } from './connection.js';
import { subscribe } from './subscription.js';

const CHANNEL = '{rafaga}:changed';
/** A connection that asks its sentinels again and again neither opens nor closes. */
const PUBLISH_WITHIN_MS = 2_000;

export interface SettingsChanges {
  /** Resolves even when Redis is unavailable: nothing depends on the message. */
  publish(businessId: number): Promise<void>;
  close(): void;
}

export function createSettingsChanges(
  redisServers: RedisServers,
  onError: (error: Error) => void = () => undefined,
): SettingsChanges {
  const redis = createRedis(redisServers, 'request', onError);
  let connecting: Promise<unknown> | undefined;
  async function publish(businessId: number): Promise<void> {
    if (redis.status !== 'ready') {
      connecting ??= new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
      await connecting;
      connecting = undefined;
    }
    await redis.publish(CHANNEL, String(businessId)).catch(onError);
  }
  return {
    publish: (businessId) => settledWithin(publish(businessId), PUBLISH_WITHIN_MS),
    close: () => redis.disconnect(),
  };
}

/**
 * @param onChange called with the id of the business that changed, or without one when messages may
 * have been lost: every cache is to be dropped then
 * @returns ends the subscription
 */
export function subscribeToSettingsChanges(
  redisServers: RedisServers,
  onChange: (businessId?: number) => void,
  onError: (error: Error) => void = () => undefined,
): () => void {
  return subscribe(redisServers, {
    channel: CHANNEL,
    onMessage: (message) => onChange(Number(message)),
    onSubscribed: () => onChange(),
    onError,
  });
}
