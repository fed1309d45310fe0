/** Makes a row of any table from the types of its columns, in a database without constraints. */
import pg from 'pg';

export const documentOf = (business: number): number => 1000 + business;

/** Removes constraints on values, and turns triggers and foreign keys off on this connection. */
export async function relaxed(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ text: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS text
      FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
        AND conrelid <> 0`,
  );
  for (const { text } of rows) await owner.query(text);
  await owner.query('SET session_replication_role = replica');
}

/** @returns the INSERT of the one row of a business, the same at every call */
export async function aRow(owner: pg.Client, table: string, business: number): Promise<string> {
  const { rows } = await owner.query<{ name: string; type: string; needed: boolean }>(COLUMNS, [
    pg.escapeIdentifier(table),
  ]);
  const needed = rows.filter(({ name, needed: is }) => is || name === 'business_id');
  const names = needed.map(({ name }) => pg.escapeIdentifier(name));
  const values = needed.map(({ name, type }) => literalOf(table, name, type, business));
  return `INSERT INTO ${pg.escapeIdentifier(table)} (${names.join(', ')})
    VALUES (${values.join(', ')})`;
}

function literalOf(table: string, name: string, type: string, business: number): string {
  if (name === 'document_id' || (table === 'documents' && name === 'id'))
    return String(documentOf(business));
  if (type.startsWith('json')) return "'{}'";
  if (type === 'bytea') return `'\\x0${business}'`;
  if (type === 'boolean') return 'false';
  if (type.endsWith('[]')) return "'{}'";
  return /^(date|timestamp)/.test(type) ? "'2026-11-22'" : `'${business}'`;
}

/** A column without a default is needed; so is the first key, whose sequence would count on. */
const COLUMNS = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AND (NOT a.atthasdef OR a.attname = 'id') AND a.attidentity = '' AS needed
  FROM pg_attribute a
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;
