/** The configuration of an API process. */
import type { ReplicaConfig } from '@rafaga/db';
import type { Proxies, RedisServers } from '@rafaga/runtime';
import type { StoreConfig } from '@rafaga/storage';

export interface ApiConfig extends StoreConfig {
  databaseUrl: string;
  /** Read replicas; absent: every read goes to the primary. */
  replica?: ReplicaConfig;
  redisServers: RedisServers;
  pepper: Buffer;
  host: string;
  /** 0: any free port. */
  port: number;
  /** The number of API processes, which share the rate limits while Redis is unavailable. */
  processes: number;
  /** The most connections that may be open at once. */
  maxConnections: number;
  /** The proxies in front. */
  proxies: Proxies;
  /** Compiled thread modules, for tests that run the API uncompiled. */
  drawingThread?: URL;
  checkingThread?: URL;
}
