/**
 * Finds and runs the programs that come with PostgreSQL. The server decides the version: a backup
 * needs its version or a newer one, a restored folder exactly its own.
 */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../terminal/failure.js';
import { programEnv } from './libpq.js';
import { failIfStopped, stopSignal } from './stop.js';

export type ProgramName = 'pg_basebackup' | 'pg_receivewal' | 'pg_verifybackup' | 'postgres';

/** Where distributions keep the programs of each version, the version in place of the star. */
const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
];

/**
 * @param fits whether a major version will do
 * @param version what the message asks for, as '15' or '15 o posterior'
 */
export async function findProgram(
  name: ProgramName,
  fits: (major: number) => boolean,
  version: string,
): Promise<string> {
  for (const file of candidates(name)) {
    const major = await majorOf(file);
    if (major !== undefined && fits(major)) return file;
  }
  throw new Failure(
    `No está ${name} de PostgreSQL ${version}: instala el paquete de PostgreSQL (Debian y ` +
      'Ubuntu: postgresql-client y postgresql), o da su carpeta en RAFAGA_PG_BIN.',
  );
}

function candidates(name: string): string[] {
  const named = process.env.RAFAGA_PG_BIN;
  const folders = named
    ? [named]
    : [...PLACES.flatMap(expand), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.map((folder) => path.join(folder, name)).filter(isExecutable);
}

/** The folders that a pattern with one star names, the newest version first. */
function expand(pattern: string): string[] {
  const [before = '', after = ''] = pattern.split('*');
  const [parent, prefix] = [path.dirname(`${before}x`), path.basename(`${before}x`).slice(0, -1)];
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((each) => each.startsWith(prefix) && /^\d+$/.test(each.slice(prefix.length)))
    .sort((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .map((each) => path.join(parent, each) + after);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function majorOf(file: string): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)(file, ['--version']).catch(() => ({ stdout: '' }));
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
  return major === undefined ? undefined : Number(major);
}

/** The account of a server that root must not run itself; empty when this process is not root. */
export function serverAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  if (!line)
    throw new Failure(
      'PostgreSQL no corre como root, y aquí no hay un usuario postgres: da la orden como otro ' +
        'usuario.',
    );
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Runs a program to its end. @returns what it wrote on stdout */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  failIfStopped();
  const { child, ended } = startProgram(file, args, options);
  const stop = () => child.kill('SIGINT');
  stopSignal().addEventListener('abort', stop);
  const { code, out, errors } = await ended.finally(() =>
    stopSignal().removeEventListener('abort', stop),
  );
  failIfStopped();
  if (code === 0) return out;
  const told = errors.trim().split('\n').slice(-3).join('\n');
  throw new Failure(`${path.basename(file)} falló: ${told}`);
}

export interface Started {
  child: ChildProcess;
  /** What it wrote on stderr until now. */
  errors(): string;
  ended: Promise<{ code: number | null; out: string; errors: string }>;
}

/** Of the output of a program that runs for long only the end is kept. */
const MAX_KEPT = 64 * 1024;

export function startProgram(
  file: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Started {
  const child = spawn(file, args, {
    env: programEnv(),
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kept = { out: '', errors: '' };
  child.stdout?.on('data', (data) => {
    kept.out = (kept.out + data).slice(-MAX_KEPT);
  });
  child.stderr?.on('data', (data) => {
    kept.errors = (kept.errors + data).slice(-MAX_KEPT);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).then((code) => ({ code, ...kept }));
  return { child, errors: () => kept.errors, ended };
}
