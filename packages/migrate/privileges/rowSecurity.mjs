/**
 * Compares the row-level security of a database with the table in prisma/privileges.mjs, and gives
 * the statements that make them equal.
 */
import pg from 'pg';
import { GROUPS, ONE_BUSINESS, PROGRAMS, roleOf, TABLES } from '../../../prisma/privileges.mjs';

/**
 * The businesses that the transaction names with set_config('rafaga.businesses', …, true), or none.
 * The sub-select is evaluated once for a statement, and the planner does not guess its value.
 */
const NAMED =
  "( SELECT (NULLIF(current_setting('rafaga.businesses'::text, true), ''::text))::integer[] " +
  'AS "nullif")::integer[]';

/**
 * As PostgreSQL prints it. The row of a document is itself visible only to its business.
 * @param rows the column with the business, or 'document' for a table with the id of a document
 */
const predicateOf = (table, rows) =>
  rows === 'document'
    ? `(( SELECT d.business_id FROM documents d WHERE (d.id = ${table}.document_id)) IS NOT NULL)`
    : `(${rows} = ANY (${NAMED}))`;

/**
 * @typedef {{ table: string, policy: string, roles: string[], predicate: string }} Policy
 * @returns {Policy[]}
 */
function policiesOf(table) {
  const { rows, ...granted } = TABLES[table];
  if (!rows) return [];
  const programs = [...PROGRAMS, ...GROUPS].filter((role) => granted[role] !== undefined);
  const [one, every] = [true, false].map((only) =>
    programs.filter((role) => ONE_BUSINESS.includes(role) === only).map(roleOf),
  );
  return [
    { table, policy: 'own_business', roles: one, predicate: predicateOf(table, rows) },
    { table, policy: 'every_business', roles: every, predicate: 'true' },
  ].filter(({ roles }) => roles.length > 0);
}

/** @returns {Promise<string[]>} the statements that are missing */
export async function rowSecurityStatements(client) {
  const { rows: tables } = await client.query(SECURED);
  const { rows: found } = await client.query(POLICIES);
  const known = tables.filter(({ table }) => TABLES[table]);
  const wanted = known.flatMap(({ table }) => policiesOf(table));
  const without = (list, others) => {
    const keys = new Set(others.map(keyOf));
    return list.filter((each) => !keys.has(keyOf(each)));
  };
  return [
    ...known.flatMap(({ table, enabled }) =>
      Boolean(TABLES[table].rows) === enabled ? [] : [switched(table, !enabled)],
    ),
    ...without(found, wanted).map(dropped),
    ...without(wanted, found).map(created),
  ];
}

/** @returns {Promise<string[]>} the tables that hold rows of businesses without saying so */
export async function tablesWithoutRows(client) {
  const { rows } = await client.query(WITH_BUSINESS);
  return rows
    .filter(({ table }) => TABLES[table] && TABLES[table].rows === undefined)
    .map(({ table, column }) => {
      const rows = column === 'document_id' ? 'document' : column;
      return `TABLE ${table}: add rows: '${rows}' to its row of prisma/privileges.mjs`;
    });
}

const keyOf = ({ table, policy, roles, predicate }) =>
  JSON.stringify([table, policy, [...roles].sort(), predicate.replace(/\s+/g, ' ')]);

/** Without FORCE: it would bind the owner, whose dumps would then end with an error. */
const switched = (table, on) =>
  `ALTER TABLE ${pg.escapeIdentifier(table)} ${on ? 'ENABLE' : 'DISABLE'} ROW LEVEL SECURITY`;

const dropped = ({ table, policy }) =>
  `DROP POLICY ${pg.escapeIdentifier(policy)} ON ${pg.escapeIdentifier(table)}`;

const created = ({ table, policy, roles, predicate }) =>
  `CREATE POLICY ${policy} ON ${pg.escapeIdentifier(table)} TO ` +
  `${roles.map(pg.escapeIdentifier).join(', ')} USING (${predicate}) WITH CHECK (${predicate})`;

const SECURED = `
  SELECT relname AS "table", relrowsecurity AS enabled FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`;

const POLICIES = `
  SELECT tablename AS "table", policyname AS policy, roles::text[] AS roles,
    CASE WHEN cmd = 'ALL' AND permissive = 'PERMISSIVE' AND qual = with_check THEN qual ELSE '' END
      AS predicate
  FROM pg_policies WHERE schemaname = 'public'`;

const WITH_BUSINESS = `
  SELECT c.relname AS "table", min(a.attname) AS "column"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND a.attname IN ('business_id', 'document_id') GROUP BY 1 ORDER BY 1`;
