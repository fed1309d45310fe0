/**
 * Compares the privileges in a database with the table in prisma/privileges.mjs, and makes them
 * equal. Only the roles of the table and PUBLIC are looked at: those of others stay.
 */
import pg from 'pg';
import {
  FUNCTIONS,
  GROUPS,
  PROGRAMS,
  roleOf,
  SEQUENCES,
  TABLES,
} from '../../../prisma/privileges.mjs';
import { definerStatements } from './definers.mjs';
import { rowSecurityStatements, tablesWithoutRows } from './rowSecurity.mjs';

const ROLES = [...PROGRAMS, ...GROUPS];
const PUBLIC = 'PUBLIC';

/**
 * @typedef {{ role: string, privilege: string, on: string }} Privilege
 * @typedef {object} Difference
 * @property {string[]} unknown what the database has and the table does not name
 * @property {Privilege[]} missing
 * @property {Privilege[]} excess
 * @property {string[]} other the statements that other settings lack
 */

/** @returns {Promise<Difference>} */
export async function comparePrivileges(client) {
  const { rows: objects } = await client.query(OBJECTS);
  const known = objects.filter(isNamed);
  const { rows: granted } = await client.query(GRANTED, [ROLES.map(roleOf)]);
  const wanted = [...ofDatabase(objects), ...known.flatMap(ofObject)];
  const keys = (list) => new Set(list.map(keyOf));
  const [have, want] = [keys(granted), keys(wanted)];
  return {
    other: [...(await definerStatements(client)), ...(await rowSecurityStatements(client))],
    unknown: [
      ...objects.filter((each) => !known.includes(each)).map(({ kind, name }) => `${kind} ${name}`),
      ...(await tablesWithoutRows(client)),
    ],
    missing: wanted.filter((each) => !have.has(keyOf(each))),
    excess: granted.filter((each) => !want.has(keyOf(each))),
  };
}

/** @param {Privilege} privilege */
const keyOf = ({ role, privilege, on }) => `${role}: ${privilege} on ${on}`;

/**
 * Makes them equal in one transaction, so that no statement of a program sees half of it.
 * @param {{ expand?: boolean }} [options] expand: the programs keep what they have in excess, which
 * those of an earlier version may need
 * @returns {Promise<Privilege[]>} what is left in excess
 */
export async function applyPrivileges(client, { expand = false } = {}) {
  const { excess, other } = await comparePrivileges(client);
  const kept = excess.filter(({ role }) => expand && role !== PUBLIC);
  const revoked = excess.filter((each) => !kept.includes(each));
  await client.query('BEGIN');
  try {
    await client.query([...other, ...revoked.map(revokeOf)].join(';\n'));
    // only now: a privilege on a table that is revoked takes those on its columns along
    const { missing } = await comparePrivileges(client);
    await client.query([...missing.map(grantOf), 'COMMIT'].join(';\n'));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return kept;
}

const revokeOf = ({ role, privilege, on }) => `REVOKE ${privilege} ON ${on} FROM ${role}`;
const grantOf = ({ role, privilege, on }) => `GRANT ${privilege} ON ${on} TO ${role}`;

function isNamed({ kind, name, is_partition: isPartition, owner_table: table }) {
  if (isPartition) return true;
  if (kind === 'TABLE') return Object.hasOwn(TABLES, name);
  if (kind === 'FUNCTION') return Object.hasOwn(FUNCTIONS, name);
  return kind !== 'SEQUENCE' || table !== null || Object.hasOwn(SEQUENCES, name);
}

/** Each program may connect, and use the schema of the tables but not that of the partitions. */
function ofDatabase(objects) {
  const names = objects.filter(
    ({ kind, is_partition: isPartition }) =>
      kind === 'DATABASE' || (kind === 'SCHEMA' && !isPartition),
  );
  return names.flatMap(({ kind, on }) =>
    ROLES.map((role) => ({
      role: roleOf(role),
      privilege: kind === 'DATABASE' ? 'CONNECT' : 'USAGE',
      on,
    })),
  );
}

function ofObject({ kind, name, on, is_partition: isPartition, owner_table: table }) {
  // it is reached through its table
  if (isPartition) return [];
  if (kind === 'FUNCTION')
    return FUNCTIONS[name].roles.map((role) => ({ role: roleOf(role), privilege: 'EXECUTE', on }));
  const granted = Object.entries(
    TABLES[kind === 'SEQUENCE' ? (table ?? SEQUENCES[name]) : name] ?? {},
  );
  return granted.flatMap(([role, text]) =>
    ROLES.includes(role)
      ? privilegesOf(kind, text).map((privilege) => ({ role: roleOf(role), privilege, on }))
      : [],
  );
}

/** `SELECT, UPDATE (a, b)` is three privileges; a sequence is used by those that insert. */
function privilegesOf(kind, text) {
  if (kind === 'SEQUENCE') return /\bINSERT\b/.test(text) ? ['USAGE'] : [];
  return [...text.matchAll(/([A-Z]+)(?: \(([^)]*)\))?/g)].flatMap(([, privilege, columns]) =>
    columns === undefined
      ? [privilege]
      : columns.split(', ').map((column) => `${privilege} (${pg.escapeIdentifier(column)})`),
  );
}

/** Objects of the two schemas with their privileges, without those of extensions. */
const CATALOG = `
  WITH of_extension AS (
    SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  relation AS (
    SELECT c.oid, c.relname AS name, c.relowner AS owner, c.relacl AS acl,
      CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
      n.nspname <> 'public' AS is_partition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'partitions') AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND ('pg_class'::regclass, c.oid) NOT IN (SELECT classid, objid FROM of_extension)),
  routine AS (
    SELECT p.oid, p.proname AS name, p.proowner AS owner, p.proacl AS acl FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND ('pg_proc'::regclass, p.oid) NOT IN (SELECT classid, objid FROM of_extension)),
  object AS (
    SELECT kind, name, format('%s %s', kind, oid::regclass) AS "on", oid, owner,
      coalesce(acl, acldefault(CASE kind WHEN 'TABLE' THEN 'r' ELSE 's' END::"char", owner)) AS acl,
      is_partition
    FROM relation
    UNION ALL
    SELECT 'FUNCTION', name, format('FUNCTION %s', oid::regprocedure), oid, owner,
      coalesce(acl, acldefault('f', owner)), false
    FROM routine
    UNION ALL
    SELECT 'SCHEMA', nspname, format('SCHEMA %I', nspname), oid, nspowner,
      coalesce(nspacl, acldefault('n', nspowner)), nspname <> 'public'
    FROM pg_namespace WHERE nspname IN ('public', 'partitions')
    UNION ALL
    SELECT 'DATABASE', datname, format('DATABASE %I', datname), oid, datdba,
      coalesce(datacl, acldefault('d', datdba)), false
    FROM pg_database WHERE datname = current_database())`;

const OBJECTS = `${CATALOG}
  SELECT kind, name, "on", is_partition,
    (SELECT t.relname FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
    WHERE kind = 'SEQUENCE' AND d.objid = object.oid AND d.classid = 'pg_class'::regclass
      AND d.deptype IN ('a', 'i')) AS owner_table
  FROM object ORDER BY kind, name`;

const GRANTED = `${CATALOG},
  granted AS (
    SELECT "on", owner, NULL::name AS col, acl FROM object
    UNION ALL
    SELECT o."on", o.owner, a.attname, a.attacl FROM object o JOIN pg_attribute a
      ON o.kind = 'TABLE' AND a.attrelid = o.oid AND a.attacl IS NOT NULL AND NOT a.attisdropped)
  SELECT coalesce(r.rolname, '${PUBLIC}') AS role, g."on",
    x.privilege_type || coalesce(' ("' || col || '")', '') AS privilege
  FROM granted g, aclexplode(g.acl) AS x LEFT JOIN pg_roles r ON r.oid = x.grantee
  WHERE x.grantee = 0 OR (r.rolname = ANY ($1) AND x.grantee <> g.owner)`;
