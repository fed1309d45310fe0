/** What every page of the panel works with: the process's connections, keys and settings. */
import type { AlertChannel, Db, Replicas } from '@rafaga/db';
import type { SettingsChanges } from '@rafaga/queue';
import type { Conditions, Health, Logger, Proxies, RedisServers } from '@rafaga/runtime';
import type { FairQueue, TtlCache } from '@rafaga/runtime/concurrency';
import type { Metrics } from '@rafaga/runtime/metrics';
import type { AddressPolicy } from '@rafaga/runtime/network';
import type { Vault } from '@rafaga/secrets';
import type { FileStore } from '@rafaga/storage';
import type { Drawing } from './drawing/drawing.js';
import type { ChangeCounts } from './edge/changeCounts.js';
import type { UploadMemory } from './edge/uploadMemory.js';

export interface Deps {
  db: Db;
  replicas: Replicas;
  files: FileStore;
  vault: Vault;
  pepper: Buffer;
  settingsChanges: SettingsChanges;
  redisServers: RedisServers;
  /** Runs the work on passwords. */
  passwordWork: FairQueue;
  /** Addresses at which this process has accepted a password. */
  knownAddresses: TtlCache<string, true>;
  /** How many logins of a network failed since its last success. */
  failedNetworks: TtlCache<string, number>;
  /** Runs the work on uploaded certificates. */
  certificateWork: FairQueue;
  /** Draws documents and judges designs, beside the event loop. */
  drawing: Drawing;
  /** What each user has sent in the last minute. */
  changeCounts: ChangeCounts;
  /** Of uploads that are being read. */
  uploadMemory: UploadMemory;
  health: Health;
  metrics: Metrics;
  /** The problems of this process. */
  conditions: Conditions;
  log: Logger;
  /** A restoration is open. */
  restoring(): boolean;
  /** The panel's own address, as browsers see it. */
  url: URL;
  /** The API's address for its callers, without its version. */
  apiUrl: string;
  secondFactor: 'required' | 'optional';
  simulatorUrl: string;
  /** Which addresses of authorities and webhooks may be connected to. */
  addressPolicy: AddressPolicy;
  proxies: Proxies;
  production: boolean;
  /** Where alerts go; empty: nowhere. */
  alertChannels: readonly AlertChannel[];
  now(): Date;
}
