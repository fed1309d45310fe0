/** Reads where Redis is: one address, the master that sentinels name, or a cluster. */
import { address, ConfigError, choice, integer, type Reader, text } from '../config.js';

export interface RedisHost {
  host: string;
  port: number;
}

export interface RedisLogin {
  username?: string;
  password?: string;
}

/** Certificates and keys in PEM; an absent one is the system's or the address's. */
export interface RedisTls {
  ca?: string;
  cert?: string;
  key?: string;
}

export interface RedisAddress {
  url: string;
  tls?: RedisTls;
}

export interface RedisSentinels {
  sentinels: readonly RedisHost[];
  /** The name under which the sentinels know the master. */
  name: string;
  sentinelLogin: RedisLogin;
  sentinelTls?: RedisTls;
  login: RedisLogin;
  tls?: RedisTls;
  db: number;
  natMap?: NatMap;
}

export interface RedisCluster {
  /** Some of the nodes, which name the others. */
  nodes: readonly RedisHost[];
  login: RedisLogin;
  tls?: RedisTls;
  natMap?: NatMap;
}

/** Maps an address that the servers announce to the one under which this process reaches it. */
type NatMap = Record<string, RedisHost>;

/** A string is the address of one Redis. */
export type RedisServers = string | RedisAddress | RedisSentinels | RedisCluster;

/** The variables that name Redis, of which exactly one must be given. */
const WAYS = ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_CLUSTER'] as const;

export const namesRedis = (env: NodeJS.ProcessEnv): boolean =>
  WAYS.some((name) => env[name] || env[`${name}_FILE`]);

/** To be spread into the variables that a process reads; one of `WAYS` is required. */
export const redisVariables = (env: NodeJS.ProcessEnv) => ({
  REDIS_URL: redisAddress(namesRedis(env) ? '' : undefined),
  REDIS_SENTINELS: hosts(26_379),
  REDIS_SENTINEL_NAME: text('mymaster'),
  REDIS_SENTINEL_USERNAME: text(''),
  REDIS_SENTINEL_PASSWORD: text(''),
  REDIS_SENTINEL_TLS: choice(['', '0', '1'], ''),
  REDIS_CLUSTER: hosts(6_379),
  REDIS_USERNAME: text(''),
  REDIS_PASSWORD: text(''),
  REDIS_DB: integer(0, 1_000_000, 0),
  REDIS_TLS: choice(['0', '1'], '0'),
  REDIS_CA: pem('CERTIFICATE'),
  REDIS_CERT: pem('CERTIFICATE'),
  REDIS_KEY: pem('PRIVATE KEY'),
  REDIS_NAT_MAP: natMap(),
});

type Values = {
  [Name in keyof ReturnType<typeof redisVariables>]: ReturnType<
    ReturnType<typeof redisVariables>[Name]['read']
  >;
};

/**
 * @throws ConfigError unless exactly one of `WAYS` is given, pairs are complete, and every value is
 * used
 */
export function redisConfig(env: Values): RedisServers {
  const given = WAYS.filter((name) => env[name].length > 0);
  if (given.length === 0)
    throw new ConfigError('Falta la variable REDIS_URL (o REDIS_SENTINELS, o REDIS_CLUSTER).');
  if (given.length > 1)
    throw new ConfigError(`Las variables ${given.join(' y ')} se excluyen: deja solo una.`);
  if (!env.REDIS_CERT !== !env.REDIS_KEY)
    throw new ConfigError('Las variables REDIS_CERT y REDIS_KEY van juntas: falta una.');
  const { REDIS_CA: ca, REDIS_CERT: cert, REDIS_KEY: key } = env;
  const files = defined({ ca, cert, key });
  refuseUnused(env);
  if (env.REDIS_URL) return addressOf(env, files);
  if (Object.keys(files).length > 0 && env.REDIS_TLS !== '1' && env.REDIS_SENTINEL_TLS !== '1')
    throw new ConfigError('REDIS_CA, REDIS_CERT y REDIS_KEY piden REDIS_TLS=1.');
  const servers = {
    login: loginOf(env.REDIS_USERNAME, env.REDIS_PASSWORD),
    ...(env.REDIS_TLS === '1' && { tls: files }),
    ...(Object.keys(env.REDIS_NAT_MAP).length > 0 && { natMap: env.REDIS_NAT_MAP }),
  };
  if (env.REDIS_CLUSTER.length > 0) return { nodes: env.REDIS_CLUSTER, ...servers };
  return {
    sentinels: env.REDIS_SENTINELS,
    name: env.REDIS_SENTINEL_NAME,
    sentinelLogin: loginOf(env.REDIS_SENTINEL_USERNAME, env.REDIS_SENTINEL_PASSWORD),
    ...((env.REDIS_SENTINEL_TLS || env.REDIS_TLS) === '1' && { sentinelTls: files }),
    db: env.REDIS_DB,
    ...servers,
  };
}

/** A setting without effect would be believed: a connection without TLS, one database for two. */
function refuseUnused(env: Values): void {
  const { REDIS_URL: url, REDIS_CLUSTER: cluster, REDIS_SENTINELS: sentinels } = env;
  if (url && env.REDIS_TLS === '1' && !url.startsWith('rediss:'))
    throw new ConfigError('REDIS_TLS=1 pide que REDIS_URL sea rediss://.');
  if (url && env.REDIS_DB > 0)
    throw new ConfigError(
      'REDIS_DB no vale para REDIS_URL: escríbela en ella, como ' +
        `redis://servidor:6379/${env.REDIS_DB}.`,
    );
  if (cluster.length > 0 && env.REDIS_DB > 0)
    throw new ConfigError('REDIS_DB no vale para REDIS_CLUSTER: un clúster tiene solo la 0.');
  if (url && Object.keys(env.REDIS_NAT_MAP).length > 0)
    throw new ConfigError('REDIS_NAT_MAP no vale para REDIS_URL.');
  const ofSentinels = (
    ['REDIS_SENTINEL_USERNAME', 'REDIS_SENTINEL_PASSWORD', 'REDIS_SENTINEL_TLS'] as const
  ).filter((name) => env[name] !== '');
  if (sentinels.length === 0 && ofSentinels.length > 0)
    throw new ConfigError(`${ofSentinels.join(' y ')} solo valen con REDIS_SENTINELS.`);
}

function addressOf(env: Values, tls: RedisTls): string | RedisAddress {
  const { REDIS_URL: url, REDIS_USERNAME, REDIS_PASSWORD } = env;
  const { username, password } = new URL(url);
  if (
    (REDIS_USERNAME && REDIS_USERNAME !== decodeURIComponent(username)) ||
    (REDIS_PASSWORD && REDIS_PASSWORD !== decodeURIComponent(password))
  )
    throw new ConfigError(
      'REDIS_USERNAME y REDIS_PASSWORD no valen para REDIS_URL: escríbelas en ella, como ' +
        'redis://usuario:clave@servidor:6379.',
    );
  if (Object.keys(tls).length === 0) return url;
  if (!url.startsWith('rediss:'))
    throw new ConfigError('REDIS_CA, REDIS_CERT y REDIS_KEY piden que REDIS_URL sea rediss://.');
  return { url, tls };
}

function redisAddress(fallback?: string): Reader<string> {
  const reader = address(['redis', 'rediss'], fallback);
  return {
    ...reader,
    read: (value) => {
      const { username, password } = new URL(reader.read(value));
      try {
        for (const each of [username, password]) decodeURIComponent(each);
      } catch {
        throw new Error('tiene un % suelto en el usuario o la clave: escríbelo %25');
      }
      return value;
    },
  };
}

const loginOf = (username: string, password: string): RedisLogin => defined({ username, password });

/** Without the empty texts. */
const defined = <T extends Record<string, string>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')) as Partial<T>;

/** A comma-separated list of `host:port`; empty, if absent. */
const hosts = (port: number): Reader<readonly RedisHost[]> => ({
  fallback: [],
  read: (value) => value.split(',').map((part) => hostOf(part, port)),
});

function hostOf(value: string, port: number): RedisHost {
  const address = `redis://${value.trim()}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url?.hostname || url.username || url.pathname || url.search || url.hash)
    throw new Error(`debe ser una lista de servidores, como redis-1:${port},redis-2:${port}`);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || port) };
}

/** Pairs `announced=reached`, separated by commas. */
const natMap = (): Reader<NatMap> => ({
  fallback: {},
  read: (value) =>
    Object.fromEntries(
      value.split(',').map((pair) => {
        const [announced = '', reached = ''] = pair.trim().split('=');
        const { host, port } = hostOf(announced, 6_379);
        return [`${host}:${port}`, hostOf(reached, 6_379)];
      }),
    ),
});

const pem = (what: string): Reader<string> => ({
  fallback: '',
  secret: true,
  read: (value) => {
    if (!new RegExp(`-----BEGIN [A-Z ]*${what}-----`).test(value))
      throw new Error('debe ser el contenido de un archivo PEM (o usa la forma con _FILE)');
    return value;
  },
});
