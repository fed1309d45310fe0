/**
 * Creates the roles of the programs on a server, sets their passwords, and gives the addresses with
 * which the programs connect.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { GROUPS, PROGRAMS, roleOf } from '../../../prisma/privileges.mjs';
import { setRoleSettings } from './roleSettings.mjs';

const variableOf = (program) => `DATABASE_${program.toUpperCase()}_PASSWORD`;

/** The variables of the passwords, one for each program. */
export const PASSWORD_VARIABLES = PROGRAMS.map(variableOf);

/** @returns the address with which a program connects, or the owner's when it has no password */
export function programUrl(ownerUrl, program, env = process.env) {
  const password = env[variableOf(program)];
  if (!password) return ownerUrl;
  return Object.assign(new URL(ownerUrl), { username: roleOf(program), password }).href;
}

/** @returns the environment of a program: its address of the database, and no password beside */
export function roleEnv(program, env = process.env) {
  const own = { ...env };
  if (PROGRAMS.includes(program)) own.DATABASE_URL = programUrl(env.DATABASE_URL, program, env);
  else delete own.DATABASE_URL;
  for (const name of PASSWORD_VARIABLES) delete own[name];
  return own;
}

/**
 * Creates the roles that are missing. Roles belong to the server, not to a database: a database
 * that is restored on another server finds them missing there, and gets them here.
 * @param client connected as the owner
 * @returns whether all roles exist
 */
export async function ensureRoles(client, env = process.env) {
  for (let tries = 1; ; tries += 1)
    try {
      return await giveRoles(client, env);
    } catch (error) {
      if (tries === TRIES || !CONCURRENT.test(error.message)) throw error;
      await sleep(Math.random() * tries * TRY_AGAIN_MS);
    }
}

/** A migration of another database changes the same roles at this moment. */
const CONCURRENT = /^tuple concurrently (updated|deleted)$/;
const TRIES = 20;
const TRY_AGAIN_MS = 20;

async function giveRoles(client, env) {
  const all = [...PROGRAMS, ...GROUPS].map(roleOf);
  const { rows } = await client.query('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    all,
  ]);
  const known = new Set(rows.map(({ rolname }) => rolname));
  const missing = all.filter((role) => !known.has(role));
  const { rows: me } = await client.query(
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  );
  if (!me[0].may) return missing.length === 0;
  for (const role of missing) await create(client, role);
  for (const program of PROGRAMS) await setPassword(client, program, env[variableOf(program)]);
  // what the owner may own in their place, as the functions of the issuer
  await client.query(`GRANT ${GROUPS.map(roleOf).join(', ')} TO CURRENT_USER`);
  await grantStatistics(client);
  await setRoleSettings(client);
  return true;
}

/**
 * Workers see the age of the transactions of others: a document becomes searchable when none that
 * could still commit a smaller id runs.
 */
const grantStatistics = (client) =>
  client.query(`GRANT pg_read_all_stats TO ${roleOf('worker')}`).catch((error) => {
    if (error.code !== FORBIDDEN) throw error;
  });

const FORBIDDEN = '42501';
const EXISTS = ['42710', '23505'];

/** Two migrations may create it at once. */
const create = (client, role) =>
  client
    .query(`CREATE ROLE ${role} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION`)
    .catch((error) => {
      if (!EXISTS.includes(error.code)) throw error;
    });

/** The server gets the verifier of SCRAM alone, so that no log of statements shows the password. */
async function setPassword(client, program, password) {
  if (!password) return;
  const role = roleOf(program);
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(verifier(password))}`);
}

const ROUNDS = 4096;

function verifier(password, salt = randomBytes(16)) {
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const hmac = (text) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const server = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}
