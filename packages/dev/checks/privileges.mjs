/**
 * Finds the tables of schema.prisma that have no row in prisma/privileges.mjs, and the reverse; and
 * those that hold rows of businesses without a word about row security.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TABLES } from '../../../prisma/privileges.mjs';
import { root } from '../settings/places.mjs';

/** Of Prisma itself. */
const UNMODELLED = ['_prisma_migrations'];

/** @returns what differs, or '' */
export async function tablesWithoutPrivileges() {
  const schema = readFileSync(path.join(root, 'prisma', 'schema.prisma'), 'utf8');
  const modelled = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, name]) => name);
  const listed = Object.keys(TABLES);
  return [
    ...modelled
      .filter((name) => !listed.includes(name))
      .map(
        (name) => `${name}: add a row with the privileges of each role to prisma/privileges.mjs`,
      ),
    ...listed
      .filter((name) => !modelled.includes(name) && !UNMODELLED.includes(name))
      .map((name) => `${name}: no table of schema.prisma; remove its row of prisma/privileges.mjs`),
    ...ofBusinesses(schema)
      .filter(([name]) => TABLES[name] && TABLES[name].rows === undefined)
      .map(([name, rows]) => `${name}: add rows: '${rows}' to its row of prisma/privileges.mjs`),
  ].join('\n');
}

/** @returns the tables with the id of a business or a document, and what `rows` names it */
function ofBusinesses(schema) {
  return schema.split(/^model /m).flatMap((model) => {
    const [, name] = /@@map\("(\w+)"\)/.exec(model) ?? [];
    if (name && model.includes('@map("business_id")')) return [[name, 'business_id']];
    return name && model.includes('@map("document_id")') ? [[name, 'document']] : [];
  });
}
