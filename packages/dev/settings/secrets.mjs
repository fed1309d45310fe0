/** The master key and the pepper of a home: made once, unless the environment has its own. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from './writeWhole.mjs';

const NAMES = ['RAFAGA_MASTER_KEY', 'RAFAGA_PEPPER'];

/** @returns by variable name, those that the environment does not already give */
export function secretsOf(home) {
  const file = path.join(home, 'secrets.json');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const missing = NAMES.filter((name) => !kept[name]);
  for (const name of missing) kept[name] = randomBytes(32).toString('base64');
  if (missing.length > 0) writeWhole(file, kept);
  return Object.fromEntries(
    NAMES.filter((name) => !process.env[name] && !process.env[`${name}_FILE`]).map((name) => [
      name,
      kept[name],
    ]),
  );
}
