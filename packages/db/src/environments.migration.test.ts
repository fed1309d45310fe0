/** Tests the migration that gives documents and series of older installations an environment. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { url } from '../testing/aDocument.js';

const MIGRATIONS = path.join(import.meta.dirname, '../../../prisma/migrations');
const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const at = folders.findIndex((name) => name.endsWith('_environments'));
const name = `test_${randomUUID().replaceAll('-', '')}`;
let owner: pg.Client;
let old: pg.Client;

const apply = async (names: readonly string[]) => {
  for (const each of names)
    await old.query(readFileSync(path.join(MIGRATIONS, each, 'migration.sql'), 'utf8'));
};

beforeAll(async () => {
  owner = new pg.Client(url());
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name}`);
  const own = new URL(url());
  own.pathname = `/${name}`;
  old = new pg.Client(own.href);
  await old.connect();
  await apply(folders.slice(0, at));
  await old.query(FILL);
  await apply(folders.slice(at));
});
afterAll(async () => {
  await old.end();
  await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await owner.end();
});

const FILL = `
  INSERT INTO businesses (ruc, legal_name, authority, bill_url)
    VALUES ('20000000001', 'x', 'simulator', NULL),
    ('20000000002', 'x', 'beta', NULL), ('20000000003', 'x', 'production', NULL), ('20000000004',
      'x', 'custom', 'https://ose.pe/bill');
  INSERT INTO series (business_id, kind, code, last_number) SELECT id, 'boleta', 'B001', 7
    FROM businesses;
  INSERT INTO documents (id, business_id, kind, series, number, reference, issue_date, currency,
    client_document_type, client_document,
      client_name, total, sale, totals, answer, request_id)
    SELECT id, id, 'boleta', 'B001', 7, 'venta', now(), 'PEN', '1', '45678912', 'x', 1, '{}', '{}',
      '{}', 'request' FROM businesses;
  INSERT INTO emissions (document_id, business_id, deadline) SELECT id, id, now() FROM businesses;
  INSERT INTO users (email, name, role) VALUES ('ana@prueba.pe', 'Ana', 'operator');
  INSERT INTO proposals (action, business_id, series, next_number, reason, proposed_by)
    SELECT 'series.next', id, 'B001', 50, 'x', 1 FROM businesses WHERE authority <> 'simulator';
  -- one that went from the simulator to beta to production, with a document settled in each, and
  -- one that waited meanwhile
  INSERT INTO businesses (id, ruc, legal_name, authority)
    VALUES (50, '20000000050', 'x', 'production');
  INSERT INTO series (business_id, kind, code, last_number) VALUES (50, 'boleta', 'B001', 4);
  INSERT INTO documents (id, business_id, kind, series, number, reference, issue_date, currency,
    client_document_type, client_document,
      client_name, total, sale, totals, answer, request_id)
    SELECT 50 + n, 50, 'boleta', 'B001', n, 'venta-' || n, now(), 'PEN', '1', '45678912', 'x', 1,
      '{}', '{}', '{}', 'request'
    FROM generate_series(1, 4) AS n;
  INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, settled_at)
    SELECT 50 + n, 50, '{}', 'd', 'q', now(), 'accepted', '2026-01-01'::date + n * 10
      FROM generate_series(1, 3) AS n;
  INSERT INTO emissions (document_id, business_id, deadline) VALUES (54, 50, now());
  INSERT INTO audit (at, actor, action, business_id, before, after) VALUES
    ('2026-01-15', 'cli:x', 'business.update', 50, '{"authority":"simulator"}',
      '{"authority":"beta"}'),
    ('2026-01-16', 'cli:x', 'business.update', 50, '{"tradeName":null}', '{"tradeName":"x"}'),
    ('2026-01-25', 'cli:x', 'business.update', 50, '{"authority":"beta"}',
      '{"authority":"production"}')`;

test('rows of all tables get the environment of their business', async () => {
  const { rows } = await old.query(`
    SELECT b.authority, b.environment AS business, d.environment AS document,
      s.environment AS series, e.destination, p.environment AS proposal
    FROM businesses b JOIN documents d ON d.business_id = b.id JOIN series s ON s.business_id = b.id
    JOIN emissions e ON e.business_id = b.id LEFT JOIN proposals p ON p.business_id = b.id
      WHERE b.id < 50 ORDER BY b.id`);
  const named = (word: string) => ({
    authority: word,
    business: word,
    document: word,
    series: word,
    destination: word,
  });
  const real = {
    business: 'production',
    document: 'production',
    series: 'production',
    proposal: 'production',
  };
  expect(rows).toEqual([
    { ...named('simulator'), proposal: null },
    { ...named('beta'), proposal: 'beta' },
    { ...named('production'), proposal: 'production' },
    { authority: 'custom', destination: 'https://ose.pe/bill', ...real },
  ]);
});

test('documents that were settled before a change belong to the earlier environment', async () => {
  const { rows } = await old.query(
    'SELECT number, environment FROM documents WHERE business_id = 50 ORDER BY number',
  );
  expect(rows).toEqual([
    { number: 1, environment: 'simulator' },
    { number: 2, environment: 'beta' },
    { number: 3, environment: 'production' },
    { number: 4, environment: 'production' },
  ]);
  const { rows: counters } = await old.query(
    'SELECT environment, last_number AS last FROM series WHERE business_id = 50 ORDER BY last',
  );
  expect(counters).toEqual([
    { environment: 'simulator', last: 1 },
    { environment: 'beta', last: 2 },
    { environment: 'production', last: 4 },
  ]);
});

test('documents are still append only after the migration', async () => {
  await expect(old.query('UPDATE documents SET total = 2')).rejects.toThrow('append only');
  await expect(old.query('DELETE FROM documents')).rejects.toThrow('append only');
  await expect(old.query('TRUNCATE documents CASCADE')).rejects.toThrow('append only');
});
