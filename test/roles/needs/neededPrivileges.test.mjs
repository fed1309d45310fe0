/** Tests that a missing and a superfluous privilege are found, whatever statement needs it. */
import { expect, test } from '@jest/globals';
import { FUNCTIONS, TABLES } from '../../../prisma/privileges.mjs';
import { compareNeeded, readNeeds } from './neededPrivileges.mjs';
import { sqlNeeds } from './sqlNeeds.mjs';

const needs = readNeeds();
const granted = (table, roles) => ({ ...TABLES, [table]: { ...TABLES[table], ...roles } });

test('the table grants what the statements need, and nothing else', () => {
  expect(compareNeeded(needs)).toEqual({ lacking: [], unneeded: [] });
});

test.each([
  ['of a statement in SQL', 'law_checks', { worker: 'SELECT, INSERT, DELETE' }, /^worker: UPDATE/],
  ['of a call of Prisma', 'saved_views', { panel: 'SELECT, UPDATE (query), DELETE' }, /INSERT/],
  ['of a column', 'sessions', { panel: 'SELECT, INSERT, UPDATE (seen_at), DELETE' }, /proved_at/],
  ['of a table that only one program may not read', 'emissions', { cli: '' }, /^cli: /],
])('a privilege %s that is missing is named', (_what, table, roles, named) => {
  const { lacking } = compareNeeded(needs, granted(table, roles));
  expect(lacking).not.toEqual([]);
  for (const text of lacking) expect(text).toMatch(named);
});

test('a change of columns that only a run knows needs the whole table, a lock any column', () => {
  const panel = TABLES.operations.panel.replace('UPDATE', 'UPDATE (id)');
  const byColumn = granted('operations', { panel });
  expect(compareNeeded(needs, byColumn).lacking).toContain('panel: UPDATE on operations');
  const locking = 'SELECT id FROM operations FOR UPDATE';
  const lock = new Map([['panel', sqlNeeds(locking, new Set(['operations']), new Set())]]);
  expect(compareNeeded(lock, byColumn).lacking).toEqual([]);
});

test('a privilege that no statement needs is named', () => {
  const { unneeded } = compareNeeded(needs, granted('users', { api: 'SELECT (password_hash)' }));
  expect(unneeded).toEqual(['api: SELECT (password_hash) on users']);
});

test.each([
  ['SELECT 1 FROM documents d, files WHERE true', 'SELECT documents, SELECT files'],
  [
    'UPDATE emissions AS e SET stage = lower($1), (epoch, sends) = (1, 2) FROM businesses b',
    'SELECT emissions, SELECT businesses, UPDATE stage, UPDATE epoch, UPDATE sends',
  ],
  [
    'INSERT INTO alerts (cause) VALUES ($1) ' +
      'ON CONFLICT (cause) DO UPDATE\n SET text = EXCLUDED.text',
    'SELECT alerts, INSERT alerts, UPDATE text',
  ],
  ['DELETE FROM sessions WHERE true', 'SELECT sessions, DELETE sessions'],
  ['SELECT FROM series s FOR NO KEY UPDATE OF s', 'SELECT series, UPDATE undefined'],
  ['SELECT * FROM issue_batch($1)', 'EXECUTE issue_batch'],
])('%s', (text, expected) => {
  const [tables, functions] = [TABLES, FUNCTIONS].map((list) => new Set(Object.keys(list)));
  const needs = sqlNeeds(text, tables, functions).map(
    ({ on, verb, column }) => `${verb} ${verb === 'UPDATE' ? column : on}`,
  );
  expect([...new Set(needs)].sort()).toEqual(expected.split(', ').sort());
});
