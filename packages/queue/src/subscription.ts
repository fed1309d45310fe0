/** Subscribes to a channel, again after each reconnection. */
import type { RedisServers } from '@rafaga/runtime/redis';
import { createRedis } from './connection.js';

export interface Subscription {
  channel: string;
  onMessage(message: string): void;
  /** Called when a subscription begins: earlier messages may have been lost. */
  onSubscribed?(): void;
  onError(error: Error): void;
}

/**
 * ioredis can subscribe again by itself, but a close during that command is an unhandled
 * rejection.
 * @returns ends the subscription
 */
export function subscribe(
  redisServers: RedisServers,
  { channel, onMessage, onSubscribed = () => undefined, onError }: Subscription,
): () => void {
  const redis = createRedis(redisServers, 'blocking', onError);
  let open = true;
  redis.on('message', (_channel, message) => onMessage(message));
  redis.on('ready', () => {
    redis.subscribe(channel).then(onSubscribed, (error) => open && onError(error));
  });
  return () => {
    open = false;
    redis.disconnect();
  };
}
