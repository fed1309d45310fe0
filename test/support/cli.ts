/** Runs the built CLI with arguments, output and an exit code, on the data of a home. */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import type { TestApi } from './api.js';
import type { TestBusiness } from './business.js';
import { type CommandOutput, hostedCommand } from './hostedCommand.js';
import { programOf } from './programs.mjs';
import { aBoleta, aReference } from './saleBody.js';
import { PEPPER } from './settings.js';

export const PROGRAM = programOf('cli');

/** The members of the JSON output that tests read. */
export interface Printed {
  api_key: string;
  api_secret: string;
  numero_completo: string;
  datos: { id: number };
  cliente: { num_doc: string };
  archivos: { xml: string; pdf: string };
  avisos: string[];
  pendientes: { registrados: number };
  sunat: object;
  siguientes: object[];
  latencia: object;
  caida: object;
  colas: object | null;
  evidencias: number;
}

export interface Run extends CommandOutput {
  /** The output of --json; throws when it is not JSON. */
  json: Printed;
}

/** Creates a RAFAGA_HOME with the env.json that npm start writes. @returns its path */
export function aHome(change: Record<string, string> = {}): string {
  const home = mkdtempSync(path.join(tmpdir(), 'rafaga-cli-'));
  const { DATABASE_URL = '', REDIS_URL = '' } = process.env;
  const env = {
    DATABASE_URL,
    REDIS_URL,
    RAFAGA_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
    RAFAGA_PEPPER: PEPPER.toString('base64'),
    RAFAGA_ARCHIVE_KEY: Buffer.alloc(32, 4).toString('base64'),
    RAFAGA_ALLOW_PRIVATE: '127.0.0.0/8',
  };
  const all = { ...env, ...change };
  all.DATABASE_URL = programUrl(all.DATABASE_URL, 'cli');
  writeFileSync(path.join(home, 'env.json'), JSON.stringify(all));
  return home;
}

const RUNS_WITHIN_MS = 120_000;

type Rafaga = (...words: string[]) => Promise<Run>;

/** Runs commands in a process that the test file shares. */
export const rafagaIn =
  (home: string, env: Record<string, string> = {}, timeoutMs = RUNS_WITHIN_MS): Rafaga =>
  async (...words) =>
    withJson(await hostedCommand({ words, env: cliEnv(home, env), cwd: home, timeoutMs }));

/** Runs every command as a process of its own. */
export const rafagaProcessIn =
  (home: string, env: Record<string, string> = {}): Rafaga =>
  (...words) =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [PROGRAM, ...words],
        { env: cliEnv(home, env), cwd: home, timeout: RUNS_WITHIN_MS },
        (error, stdout, stderr) =>
          resolve(withJson({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })),
      );
    });

function cliEnv(home: string, env: Record<string, string> = {}): Record<string, string> {
  const { DATABASE_URL: given } = env;
  const own = given ? { DATABASE_URL: programUrl(given, 'cli') } : {};
  return { PATH: process.env.PATH ?? '', RAFAGA_HOME: home, ...env, ...own };
}

const withJson = (output: CommandOutput): Run =>
  Object.defineProperty({ ...output } as Run, 'json', { get: () => JSON.parse(output.stdout) });

/** A RUC that no business has, with its check digit. */
export function aRuc(): string {
  const first = `20${String(randomInt(100_000_000)).padStart(8, '0')}`;
  const sum = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2].reduce(
    (total, weight, at) => total + weight * Number(first[at]),
    0,
  );
  return first + String((11 - (sum % 11)) % 10);
}

/** The settings by which the CLI calls an API with the credentials of a business. */
export function apiSettings(api: TestApi, business: TestBusiness): Record<string, string> {
  const [RAFAGA_API_KEY = '', RAFAGA_API_SECRET = ''] = Object.values(business.credentials);
  const RAFAGA_BASE_URL = `http://127.0.0.1:${api.port}/v1`;
  return { RAFAGA_API_KEY, RAFAGA_API_SECRET, RAFAGA_BASE_URL };
}

/** Writes the body of a boleta to a file of the home, and gives its path. */
export const saleFileIn =
  (home: string) =>
  (change: Record<string, unknown> = {}): string => {
    const file = path.join(home, `${aReference()}.json`);
    writeFileSync(file, JSON.stringify(aBoleta(change)));
    return file;
  };

/** What a business needs to sign and to enter SUNAT, as options of `negocio crear`. */
export const SIGNING = [
  '--certificado-autofirmado',
  '--usuario-sol',
  'MODDATOS',
  '--clave-sol',
  'moddatos',
];

/** Creates a business with the CLI, and gives its RUC. */
export const businessCreator =
  (rafaga: ReturnType<typeof rafagaIn>) =>
  async (...words: string[]): Promise<string> => {
    const ruc = aRuc();
    await rafaga('negocio', 'crear', '--ruc', ruc, '--razon-social', 'Bodega S.A.C.', ...words);
    return ruc;
  };
