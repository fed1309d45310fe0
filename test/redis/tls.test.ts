/** Tests that Redis and its sentinels are reached over TLS, and what is said when they are not. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRedis, createRedisProbe } from '@rafaga/queue';
import { type RedisServers, readConfig, redisConfig, redisVariables } from '@rafaga/runtime';
import { tlsCertificate } from '../../packages/certificates/testing/tlsCertificate.js';
import { aHome, rafagaIn } from '../support/cli.js';
import { waitFor } from '../support/waitFor.js';
import { type RedisProcesses, redisProcesses } from './redisProcess.js';

const WAYS = ['address', 'sentinels'] as const;
const { ca, cert, key } = tlsCertificate();
const stranger = tlsCertificate().ca;
let processes: RedisProcesses;
/** The settings of one server, and of a sentinel that names it. */
let ways: Record<'address' | 'sentinels', Record<string, string>>;
beforeAll(async () => {
  processes = await redisProcesses();
  const secure = [
    `tls-cert-file ${await processes.file('cert.pem', cert)}`,
    `tls-key-file ${await processes.file('key.pem', key)}`,
    `tls-ca-cert-file ${await processes.file('ca.pem', ca)}`,
    ...['tls-auth-clients no', 'tls-replication yes', 'port 0'],
  ];
  const server = await processes.server((port) => [...secure, `tls-port ${port}`]);
  const sentinel = await processes.sentinel((port) => [
    ...[...secure, `tls-port ${port}`],
    `sentinel monitor mymaster 127.0.0.1 ${server.port} 1`,
  ]);
  ways = {
    address: { REDIS_URL: `rediss://127.0.0.1:${server.port}` },
    sentinels: { REDIS_SENTINELS: `127.0.0.1:${sentinel.port}`, REDIS_TLS: '1' },
  };
});
afterAll(() => processes.stop());

const serversOf = (env: Record<string, string>): RedisServers =>
  redisConfig(readConfig(env, redisVariables(env)));

const said = async (env: Record<string, string>) => {
  const home = aHome({ REDIS_URL: '', ...env });
  const { stdout } = await rafagaIn(home, env)('doctor', '--json');
  const { revisiones } = JSON.parse(stdout) as { revisiones: { tema: string; texto: string }[] };
  return revisiones.filter(({ tema }) => tema === 'Redis').map(({ texto }) => texto);
};

test.each(WAYS)('with its CA, by %s', async (way) => {
  const env = { ...ways[way], REDIS_CA: ca };
  const redis = createRedis(serversOf(env), 'blocking');
  await redis.set('a', '1');
  expect(await redis.get('a')).toBe('1');
  redis.disconnect();
  if (way === 'sentinels')
    expect(await said(env)).toEqual([
      expect.stringContaining('no tiene réplica'),
      'hay 1 centinela',
    ]);
});

test.each(WAYS)('with the CA of another the certificate is named, by %s', async (way) => {
  const env = { ...ways[way], REDIS_CA: stranger };
  const probe = createRedisProbe(serversOf(env));
  const text = 'Redis no responde: el certificado de Redis no es de una autoridad que';
  const condition = await waitFor('the reason', async () => {
    const found = await probe.check().then(
      () => undefined,
      (error: Error) => probe.failed(error),
    );
    return found?.text.startsWith(text) ? found : undefined;
  });
  expect(condition).toMatchObject({ remedy: expect.stringContaining('REDIS_CA_FILE') });
  probe.close();
  expect((await said(env))[0]).toContain(text);
});
