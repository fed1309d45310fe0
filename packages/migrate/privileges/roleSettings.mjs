/**
 * The settings, limits and plans of each program, which its connections also send. A PgBouncer by
 * transaction drops what they send: then those of the role are in force.
 */
import pg from 'pg';
import { roleOf } from '../../../prisma/privileges.mjs';
import { INDEX_PLANS, SESSION_SETTINGS } from '../../../prisma/sessionSettings.mjs';

/** With the limits of packages/db/src/db.ts. */
const EVERYWHERE = {
  ...SESSION_SETTINGS,
  statement_timeout: '4s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
};
const SETTINGS = {
  api: { ...EVERYWHERE, ...INDEX_PLANS },
  worker: { ...EVERYWHERE, ...INDEX_PLANS },
  panel: EVERYWHERE,
  cli: EVERYWHERE,
};

/** Gives the roles what they lack in this database; an owner without the right to leaves them. */
export async function setRoleSettings(client) {
  const { rows } = await client.query(FOUND);
  const found = new Set(rows.map(({ role, setting }) => `${role} ${setting}`));
  const wanted = Object.entries(SETTINGS).flatMap(([program, settings]) =>
    Object.entries(settings).map(([name, value]) => ({ role: roleOf(program), name, value })),
  );
  const missing = wanted.filter(({ role, name, value }) => !found.has(`${role} ${name}=${value}`));
  if (missing.length === 0) return;
  const database = pg.escapeIdentifier((await client.query(DATABASE)).rows[0].name);
  const statements = missing.map(
    ({ role, name, value }) =>
      `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${value}'`,
  );
  await client.query(statements.join('; ')).catch((error) => {
    if (error.code !== FORBIDDEN) throw error;
  });
}

const FORBIDDEN = '42501';
const DATABASE = 'SELECT current_database() AS name';
const FOUND = `
  SELECT r.rolname AS role, setting
  FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
    JOIN pg_database d ON d.oid = s.setdatabase, unnest(s.setconfig) AS setting
  WHERE d.datname = current_database()`;
