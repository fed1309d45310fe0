/** The passwords of the programs' roles in PostgreSQL: made once for a home. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PASSWORD_VARIABLES } from '../../migrate/privileges/roles.mjs';
import { readJson, writeJson } from './jsonFile.mjs';

/** @returns by variable name, those that the environment does not already give */
export function rolePasswords(home) {
  const file = path.join(home, 'database-roles.json');
  const kept = readJson(file) ?? {};
  const missing = PASSWORD_VARIABLES.filter((name) => !kept[name]);
  for (const name of missing) kept[name] = randomBytes(24).toString('base64url');
  if (missing.length > 0) writeJson(file, kept);
  return Object.fromEntries(
    PASSWORD_VARIABLES.filter((name) => !process.env[name]).map((name) => [name, kept[name]]),
  );
}
