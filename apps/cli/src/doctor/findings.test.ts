/** Findings about what a test cannot bring about: old servers, full disks, forbidden digests. */
import { expect, test } from '@jest/globals';
import type { ProcessRow, ServerSettings } from '@rafaga/db';
import type { RedisState, SentinelState } from '@rafaga/queue';
import { certificateFinding } from './certificates.js';
import { clockFinding } from './clock.js';
import { checkCrypto } from './crypto.js';
import { spaceFinding } from './files.js';
import type { Finding } from './finding.js';
import { settingsFindings } from './postgres.js';
import { processFindings } from './processes.js';
import { redisFindings, sentinelFindings } from './redis.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const shortOf = ({ state, text }: Finding) => [state, text];

const SETTINGS: ServerSettings = {
  version: 160_004,
  encoding: 'UTF8',
  fsync: true,
  fullPageWrites: true,
  synchronousCommit: ['on'],
  roleSettings: [],
  standby: false,
  connections: 10,
  maxConnections: 97,
  at: NOW,
  maxLocks: 64,
  months: 18,
  idleSlots: [],
  limited: true,
};
test.each<[Partial<ServerSettings>, string, string]>([
  [{}, 'bien', 'la versión 16 responde'],
  [{ version: 140_023 }, 'bien', 'la versión 14 responde'],
  [{ version: 130_010 }, 'mal', 'es la versión 13'],
  [{ encoding: 'SQL_ASCII' }, 'mal', 'la base usa SQL_ASCII'],
  [{ fsync: false }, 'mal', 'fsync está desactivado'],
  [{ fullPageWrites: false }, 'mal', 'full_page_writes está desactivado'],
  [{ synchronousCommit: ['on', 'off'] }, 'mal', 'synchronous_commit está desactivado'],
  [{ standby: true }, 'mal', 'es una réplica'],
  [{ connections: 90 }, 'aviso', 'usa 90 de 97 conexiones'],
  [{ months: 19 }, 'aviso', 'tiene 19 meses de comprobantes, y bloqueos para 18'],
  [{ idleSlots: [{ name: 'x', keptBytes: 3e9 }] }, 'aviso', 'le guarda 3'],
  [{ roleSettings: ['rafaga_api: search_path=x'] }, 'aviso', 'rafaga_api: search_path=x'],
  [{ months: 77, maxLocks: 256 }, 'bien', 'la versión 16 responde'],
])('PostgreSQL with %j', (change, state, text) => {
  const [finding] = settingsFindings({ ...SETTINGS, ...change });
  expect(finding).toMatchObject({ state, text: expect.stringContaining(text) });
});

const REDIS: RedisState = {
  version: '7.2.4',
  policy: undefined,
  refused: undefined,
  usedBytes: 10,
  maxBytes: 0,
  persistence: 'aof',
  cluster: false,
  at: NOW,
};
test.each<[Partial<RedisState>, string, string]>([
  [{}, 'bien', 'la versión 7.2.4'],
  [{ version: '5.0.14' }, 'mal', 'es la versión 5.0.14'],
  [{ version: '10.0.0' }, 'bien', 'la versión 10.0.0'],
  [{ refused: { text: 'Redis está lleno y no acepta escrituras' } }, 'mal', 'Redis está lleno'],
  [{ policy: 'Puede borrar. Se arregla con: CONFIG SET' }, 'mal', 'Puede borrar'],
  [{ cluster: true }, 'mal', 'es un nodo de un clúster'],
  [{ cluster: true, node: 'n1:6379', replicas: 1 }, 'bien', 'n1:6379: la versión'],
  [{ replicas: 0 }, 'aviso', 'no tiene réplica'],
  [{ usedBytes: 95, maxBytes: 100 }, 'aviso', 'usa el 95 % de su memoria'],
  [{ persistence: 'none' }, 'aviso', 'no guarda en disco'],
])('Redis with %j', (change, state, text) => {
  const [finding] = redisFindings({ ...REDIS, ...change });
  expect(finding).toMatchObject({ state, text: expect.stringContaining(text) });
});

const silent = { kind: 'silent', message: 'connect ECONNREFUSED' } as const;
const quorum = { kind: 'quorum', message: 'NOQUORUM 1 usable Sentinels' } as const;
test.each<[Partial<SentinelState>, string, string]>([
  [{}, 'bien', '3 centinelas pueden elegir'],
  [{ fault: silent }, 'aviso', 'el centinela s1:26379 no responde: connect'],
  [{ fault: quorum }, 'mal', 'no pueden elegir otro principal: NOQUORUM'],
  [{ known: 2 }, 'aviso', 'hay 2 centinelas'],
])('sentinels with %j', (change, state, text) => {
  const [finding] = sentinelFindings([{ node: 's1:26379', known: 3, ...change }]);
  expect(finding).toMatchObject({ state, text: expect.stringContaining(text) });
});

test.each([
  [1_000, 'bien', 'coinciden'],
  [-10_000, 'aviso', 'va 10 s atrasado del de'],
  [60_000, 'mal', 'va 60 s adelantado al de'],
])('a clock that is %d ms ahead', (ahead, state, text) => {
  const finding = clockFinding('de PostgreSQL', NOW, new Date(NOW.getTime() + ahead));
  expect(finding).toMatchObject({ state, text: expect.stringContaining(text) });
});

test('a disk with little space is announced', () => {
  const gigabyte = 2 ** 30;
  expect(spaceFinding('/x', { free: 50 * gigabyte, size: 100 * gigabyte }).state).toBe('bien');
  expect(spaceFinding('/x', { free: gigabyte, size: 10 * gigabyte }).state).toBe('aviso');
  expect(spaceFinding('/x', { free: 10 * gigabyte, size: 1_000 * gigabyte }).state).toBe('aviso');
});

test('a policy that forbids SHA-1 says how many businesses sign with it', async () => {
  expect((await checkCrypto(3)).map(shortOf)).toEqual([['bien', expect.any(String)]]);
  const strict = (digest: string) => {
    if (digest === 'sha1') throw new Error('unsupported');
  };
  expect((await checkCrypto(3, strict)).map(shortOf)).toEqual([
    ['mal', expect.stringMatching(/prohíbe firmar con SHA-1, y 3 negocios/)],
  ]);
});

const DAY_MS = 86_400_000;
test.each([
  [10, 'aviso', 'vence en 10 días'],
  [1, 'aviso', 'vence en 1 día'],
  [-1, 'mal', 'venció el 21 de noviembre de 2026'],
])('a certificate that ends in %d days', (days, state, text) => {
  const notAfter = new Date(NOW.getTime() + days * DAY_MS);
  const used = { ruc: '20123456786', legalName: 'Bodega S.A.C.', notBefore: new Date(0), notAfter };
  const finding = certificateFinding(used, NOW);
  expect(finding).toMatchObject({ state, text: expect.stringContaining(text) });
});

test('a process without a heartbeat does not count, and conditions are repeated', () => {
  const row = (kind: ProcessRow['kind'], silentMs: number): ProcessRow => ({
    kind,
    name: `${kind}-1`,
    version: '1.2.3',
    startedAt: NOW,
    progressAt: null,
    load: null,
    conditions: [],
    seenAt: new Date(NOW.getTime() - silentMs),
  });
  const condition = { word: 'redis', text: 'Redis no responde', remedy: 'Revisa', since: NOW };
  const found = processFindings(
    [{ ...row('api', 1_000), conditions: [condition] }, row('worker', 60_000)],
    NOW,
  );
  expect(found.map(shortOf)).toEqual([
    ['mal', 'no hay ningún worker en marcha: nada se envía a SUNAT'],
    ['mal', 'api-1 avisa: Redis no responde'],
  ]);
  expect(processFindings([row('api', 0), row('worker', 0)], NOW).map(shortOf)).toEqual([
    ['bien', 'hay 2 en marcha y ninguno avisa de nada'],
  ]);
});
