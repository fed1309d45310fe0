#!/usr/bin/env node
/**
 * Applies the migrations, then the roles and their privileges, and ends: what a container does
 * before the programs start. DATABASE_URL is the owner's; a password may be given as NAME_FILE.
 * Beside running programs it only adds privileges; --contraer also takes away what is in excess,
 * when all programs of the version before have ended.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { prepareCalls } from './engine/prepareCalls.mjs';
import { oneAtATime } from './oneAtATime.mjs';
import { PASSWORD_VARIABLES } from './privileges/roles.mjs';
import { secureDatabase } from './privileges/secure.mjs';

const [unknown] = process.argv.slice(2).filter((word) => word !== '--contraer');
const env = { ...process.env };
try {
  if (unknown) throw new Error(`migrate no conoce «${unknown}»: solo --contraer.`);
  for (const name of ['DATABASE_URL', ...PASSWORD_VARIABLES]) env[name] ||= fromFile(name);
  if (!/^postgres(ql)?:\/\/./.test(env.DATABASE_URL))
    throw new Error('DATABASE_URL (o DATABASE_URL_FILE) debe ser una dirección postgresql://.');
  process.exitCode = await oneAtATime(env.DATABASE_URL, migrate);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function fromFile(name) {
  const file = env[`${name}_FILE`];
  if (!file) return '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`${name}_FILE nombra un archivo que no se puede leer: «${file}».`);
  }
}

async function migrate() {
  const root = path.resolve(import.meta.dirname, '../..');
  const prisma = path.join(root, 'node_modules', '.bin', 'prisma');
  // without a database yet, there is nothing to prepare; Prisma tells what it cannot connect to
  await prepareCalls(env.DATABASE_URL).catch(() => undefined);
  const { status } = spawnSync(prisma, ['migrate', 'deploy'], { cwd: root, stdio: 'inherit', env });
  const beside = !process.argv.includes('--contraer');
  if (status === 0) await secureDatabase(env.DATABASE_URL, env, { beside });
  return status ?? 1;
}
