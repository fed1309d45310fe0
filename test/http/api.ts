/** The real API in this process, on a free port, with real PostgreSQL and Redis. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Api, type ApiConfig, startApi } from '@rafaga/api/start';
import { createDb, type Db } from '@rafaga/db';
import { createLogger } from '@rafaga/runtime';
import { type Call, type Envelope, type Reply, send } from './client.js';
import { conforms } from './conforms.js';
import { aBoleta, aFactura, aReference, type Body } from './sales.js';

export const PEPPER = Buffer.alloc(32, 7);

const needed = (name: 'DATABASE_URL' | 'REDIS_URL'): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is needed: run npm test`);
  return value;
};

export interface TestApi {
  port: number;
  db: Db;
  filesDir: string;
  /** Every answer is held against the OpenAPI description. */
  call(call: Call): Promise<Reply>;
  get(path: string, headers: Record<string, string>): Promise<Reply>;
  post(path: string, headers: Record<string, string>, body: Body | string | Buffer): Promise<Reply>;
  boleta(credentials: Record<string, string>, change?: Body, reference?: string): Promise<Reply>;
  factura(credentials: Record<string, string>, change?: Body, reference?: string): Promise<Reply>;
  stop(): Promise<void>;
}

export async function startTestApi(change: Partial<ApiConfig> = {}): Promise<TestApi> {
  const filesDir = change.filesDir ?? (await mkdtemp(path.join(tmpdir(), 'rafaga-http-')));
  const databaseUrl = needed('DATABASE_URL');
  const config = {
    databaseUrl,
    redisUrl: needed('REDIS_URL'),
    filesDir,
    pepper: PEPPER,
    host: '127.0.0.1',
    port: 0,
    processes: 1,
    proxies: 0,
  };
  const log = createLogger('api', { level: process.env.LOG_LEVEL ?? 'silent' });
  log.silent = process.env.LOG_LEVEL === undefined;
  const api: Api = await startApi({ ...config, ...change }, log);
  const db = createDb(databaseUrl, { max: 2 });
  return {
    db,
    filesDir,
    ...callsTo(api.port),
    stop: async () => {
      await api.stop();
      await db.close();
      if (!change.filesDir) await rm(filesDir, { recursive: true });
    },
  };
}

/** The calls of a test, to whatever listens on that port. */
export function callsTo(port: number) {
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

export type { Envelope, Reply };
