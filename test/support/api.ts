/** Starts the real API in this process, on a free port, with real PostgreSQL and Redis. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiConfig, startApi } from '@rafaga/api/start';
import { createRedis, createSettingsChanges, type RedisClient } from '@rafaga/queue';
import { createLogger } from '@rafaga/runtime';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { conforms } from './conforms.js';
import { type Call, type Reply, send } from './httpClient.js';
import { requiredEnv } from './requiredEnv.js';
import { aBoleta, aFactura, aReference, type Body } from './saleBody.js';
import { apiSettings } from './settings.js';

export interface TestApi extends Calls {
  db: TestDb;
  redis: RedisClient;
  filesDir: string;
  /** The log lines that begin with ALARMA. */
  alarms(): Record<string, unknown>[];
  /** Publishes that a business changed, as panel and CLI do, and waits until the API got it. */
  changed(businessId: number): Promise<void>;
  /** A second API beside this one, on the same database, Redis and files. */
  another(): Promise<TestApi>;
  /** Stops it gracefully and starts it again, on another port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestApi(change: Partial<ApiConfig> = {}): Promise<TestApi> {
  const filesDir = change.filesDir ?? (await mkdtemp(path.join(tmpdir(), 'rafaga-http-')));
  const databaseUrl = requiredEnv('DATABASE_URL');
  const redisUrl = requiredEnv('REDIS_URL');
  const places = { databaseUrl: change.databaseUrl ?? databaseUrl, redisUrl, filesDir };
  const config = {
    ...apiSettings(places),
    ...change,
    databaseUrl: apiSettings(places).databaseUrl,
  };
  const log = createLogger('api', { level: process.env.LOG_LEVEL ?? 'warn' });
  const alarms: Record<string, unknown>[] = [];
  // always collected, but printed only when LOG_LEVEL is set
  for (const transport of log.transports) transport.silent = process.env.LOG_LEVEL === undefined;
  log.on('data', (line) => String(line.message).startsWith('ALARMA') && alarms.push(line));
  const db = createTestDb(databaseUrl, { max: 2 });
  const redis = createRedis(redisUrl, 'blocking');
  const settingsChanges = createSettingsChanges(redisUrl);
  let api = await startApi(config, log);
  const own: TestApi = {
    db,
    redis,
    filesDir,
    ...callsTo(api.port),
    alarms: () => alarms,
    changed: async (businessId) => {
      await settingsChanges.publish(businessId);
      // Redis delivers the message before it answers this ping
      await redis.ping();
      await sleep(50);
    },
    another: () => startTestApi({ ...change, filesDir }),
    restart: async () => {
      await api.stop();
      api = await startApi(config, log);
      Object.assign(own, callsTo(api.port));
    },
    stop: async () => {
      await api.stop();
      settingsChanges.close();
      redis.disconnect();
      await db.close();
      if (!change.filesDir) await rm(filesDir, { recursive: true });
    },
  };
  return own;
}

export interface Calls {
  port: number;
  /** Every answer is checked against the OpenAPI description. */
  call(call: Call): Promise<Reply>;
  get(path: string, headers: Record<string, string>): Promise<Reply>;
  post(path: string, headers: Record<string, string>, body: Body | string | Buffer): Promise<Reply>;
  boleta(credentials: Record<string, string>, change?: Body, reference?: string): Promise<Reply>;
  factura(credentials: Record<string, string>, change?: Body, reference?: string): Promise<Reply>;
}

/** Makes the calls of a test to the API on a port. */
export function callsTo(port: number): Calls {
  const call = async (what: Call): Promise<Reply> => {
    const reply = await send(port, what);
    conforms(what, reply);
    return reply;
  };
  const post = (to: string, headers: Record<string, string>, body: Body | string | Buffer) =>
    call({
      method: 'POST',
      path: to,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
  const issue = (to: string, sale: Body, credentials: Record<string, string>, reference: string) =>
    post(to, { ...credentials, 'Idempotency-Key': reference }, sale);
  return {
    port,
    call,
    post,
    get: (from: string, headers: Record<string, string>) => call({ path: from, headers }),
    boleta: (credentials: Record<string, string>, change: Body = {}, reference = aReference()) =>
      issue('/v1/boletas', aBoleta(change), credentials, reference),
    factura: (credentials: Record<string, string>, change: Body = {}, reference = aReference()) =>
      issue('/v1/facturas', aFactura(change), credentials, reference),
  };
}
