/** The configuration of an API process. */
import type { ReplicaConfig } from '@rafaga/db';
import type { Proxies, RedisServers } from '@rafaga/runtime';
import type { StoreConfig } from '@rafaga/storage';

export interface ApiConfig extends StoreConfig {
  databaseUrl: string;
  /** Absent: every read goes to the primary. */
  replica?: ReplicaConfig;
  redisServers: RedisServers;
  pepper: Buffer;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** API processes that share the limits while Redis is unavailable. */
  processes: number;
  /** Connections that may be open at once. */
  maxConnections: number;
  /** The proxies in front. */
  proxies: Proxies;
  /** The compiled threads, where the API runs uncompiled. */
  drawingThread?: URL;
  checkingThread?: URL;
}
