/** Tests where Redis is, by the environment variables. */
import { expect, test } from '@jest/globals';
import { readConfig } from '../config.js';
import { redisConfig, redisVariables } from './redisConfig.js';

const serversOf = (env: NodeJS.ProcessEnv) => redisConfig(readConfig(env, redisVariables(env)));
const CA = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

test('one address is taken as it is', () => {
  expect(serversOf({ REDIS_URL: 'redis://:clave@redis:6380/2' })).toBe(
    'redis://:clave@redis:6380/2',
  );
  expect(serversOf({ REDIS_URL: 'rediss://redis', REDIS_CA: CA })).toEqual({
    url: 'rediss://redis',
    tls: { ca: CA },
  });
  const same = { REDIS_URL: 'rediss://:50%25@redis', REDIS_PASSWORD: '50%', REDIS_TLS: '1' };
  expect(serversOf(same)).toBe('rediss://:50%25@redis');
});

test('sentinels name a master, each with its password', () => {
  const env = { REDIS_SENTINELS: 's1, s2:26380,[::1]:26381', REDIS_SENTINEL_PASSWORD: 'uno' };
  expect(serversOf({ ...env, REDIS_PASSWORD: 'dos', REDIS_TLS: '1', REDIS_CA: CA })).toEqual({
    sentinels: [
      { host: 's1', port: 26_379 },
      { host: 's2', port: 26_380 },
      { host: '::1', port: 26_381 },
    ],
    name: 'mymaster',
    sentinelLogin: { password: 'uno' },
    sentinelTls: { ca: CA },
    login: { password: 'dos' },
    tls: { ca: CA },
    db: 0,
  });
  const mixed = { ...env, REDIS_TLS: '1', REDIS_SENTINEL_TLS: '0', REDIS_SENTINEL_NAME: 'otro' };
  expect(serversOf(mixed)).toMatchObject({ name: 'otro', tls: {} });
  expect(serversOf(mixed)).not.toHaveProperty('sentinelTls');
});

test('a cluster is reached through some of its nodes, also behind other addresses', () => {
  const env = { REDIS_CLUSTER: 'n1,n2:7000', REDIS_NAT_MAP: '10.0.0.1:6379=localhost:7001' };
  expect(serversOf({ ...env, REDIS_USERNAME: 'rafaga', REDIS_PASSWORD: 'clave' })).toEqual({
    nodes: [
      { host: 'n1', port: 6_379 },
      { host: 'n2', port: 7_000 },
    ],
    login: { username: 'rafaga', password: 'clave' },
    natMap: { '10.0.0.1:6379': { host: 'localhost', port: 7_001 } },
  });
});

test.each([
  [{}, 'Falta la variable REDIS_URL'],
  [{ REDIS_URL: 'redis://a', REDIS_CLUSTER: 'b' }, 'REDIS_URL y REDIS_CLUSTER se excluyen'],
  [{ REDIS_SENTINELS: 'http://s1' }, 'REDIS_SENTINELS debe ser una lista de servidores'],
  [{ REDIS_URL: 'redis://a', REDIS_CA: CA }, 'piden que REDIS_URL sea rediss://'],
  [{ REDIS_URL: 'rediss://a', REDIS_CA: '/etc/ca.pem' }, 'REDIS_CA debe ser el contenido'],
  [{ REDIS_SENTINELS: 's1', REDIS_CA: CA }, 'piden REDIS_TLS=1'],
  [{ REDIS_URL: 'redis://a', REDIS_PASSWORD: 'clave' }, 'no valen para REDIS_URL'],
  [{ REDIS_URL: 'redis://:uno@a', REDIS_PASSWORD: 'dos' }, 'no valen para REDIS_URL'],
  [{ REDIS_URL: 'redis://:50%off@a' }, 'REDIS_URL tiene un % suelto'],
  [{ REDIS_URL: 'redis://a', REDIS_TLS: '1' }, 'REDIS_TLS=1 pide que REDIS_URL sea rediss://'],
  [{ REDIS_URL: 'redis://a', REDIS_DB: '2' }, 'como redis://servidor:6379/2'],
  [{ REDIS_CLUSTER: 'a', REDIS_DB: '2' }, 'REDIS_DB no vale para REDIS_CLUSTER'],
  [{ REDIS_URL: 'redis://a', REDIS_NAT_MAP: 'a:1=b:2' }, 'REDIS_NAT_MAP no vale'],
  [{ REDIS_CLUSTER: 'a', REDIS_SENTINEL_TLS: '0' }, 'REDIS_SENTINEL_TLS solo valen con'],
  [{ REDIS_URL: 'rediss://a', REDIS_CERT: CA }, 'REDIS_CERT y REDIS_KEY van juntas'],
])('%j is refused at boot', (env, text) => {
  expect(() => serversOf(env)).toThrow(text);
});
