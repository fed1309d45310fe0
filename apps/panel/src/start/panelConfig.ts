/** What a panel is started with, and what it refuses to start with. */
import type { ReplicaConfig } from '@rafaga/db';
import { ConfigError, type Proxies, type RedisServers } from '@rafaga/runtime';
import type { SecretKeys } from '@rafaga/secrets';
import type { StoreConfig } from '@rafaga/storage';
import type { AlertOptions } from '../alerts/channels.js';
import type { AlertsOptions } from '../alerts/startAlerts.js';
import type { Deps } from '../deps.js';

export interface PanelConfig extends StoreConfig {
  databaseUrl: string;
  /** Absent: every read goes to the primary. */
  replica?: ReplicaConfig;
  redisServers: RedisServers;
  /** Open what was sealed for the panel, and seal for the workers. */
  secretKeys: SecretKeys;
  pepper: Buffer;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Connections that may be open at once. */
  maxConnections: number;
  /** The panel's address for browsers; '': the one of this machine. */
  url: string;
  /** The API's address for its callers, without its version. */
  apiUrl: string;
  /** 'optional' is for development: production needs a second factor for every role that acts. */
  secondFactor: Deps['secondFactor'];
  simulatorUrl: string;
  /** Networks whose private addresses authorities and webhooks may have. */
  allowPrivate: readonly string[];
  /** The proxies in front. */
  proxies: Proxies;
  production: boolean;
  /** Where red and amber are announced; absent: nowhere. */
  alerts?: AlertOptions & Pick<AlertsOptions, 'everyMs' | 'digestMs' | 'retryMs'>;
  /** In place of its own module: in tests. */
  drawingThread?: URL;
  clock?: () => Date;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * The panel's address for browsers.
 * @throws ConfigError when passwords or second factors would not be protected
 */
export function checkedUrl({ url, port, production, secondFactor }: PanelConfig): URL {
  const address = new URL(url || `http://127.0.0.1:${port}`);
  if (address.protocol !== 'https:' && !LOOPBACK.test(address.hostname))
    throw new ConfigError('PANEL_URL debe ser https://, salvo en esta máquina.');
  if (production && secondFactor === 'optional')
    throw new ConfigError(
      'PANEL_SECOND_FACTOR=optional es solo para desarrollo: no vale con NODE_ENV=production.',
    );
  return address;
}
