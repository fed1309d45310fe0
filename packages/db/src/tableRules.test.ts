/** Tests the constraints and triggers of the tables. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument } from '../testing/aDocument.js';
import { createIssuance } from './issuing/issuance.js';

const db = aDb();
let business = 0;
let document = 0;
beforeAll(async () => {
  ({ id: business } = await aBusiness(db, 'B001'));
  const issuance = createIssuance(db);
  const issued = await issuance.issue(aDocument(business));
  if (issued.is === 'issued') document = issued.id;
  await issuance.close();
});
afterAll(() => db.close());

const hash = `'\\x${'00'.repeat(32)}'`;
const user = (role: string, businessId: string) =>
  `INSERT INTO users (email, name, role, business_id)
    VALUES ('${randomBytes(8).toString('hex')}', 'x', '${role}', ${businessId})`;
const certificate = (
  [from, to]: [string, string],
  { fingerprint = '0'.repeat(64), active = false } = {},
) =>
  `INSERT INTO certificates (business_id, certificate, private_key, not_before, not_after,
     fingerprint, active)
    VALUES ($business, '', '', '${from}', '${to}', '${fingerprint}', ${active})`;
const MONTH: [string, string] = ['2026-01-01', '2026-02-01'];
/** A proposal that discards the document. */
const RESOLVE = {
  action: 'document.resolve',
  document: '$document',
  resolution: `'discarded'`,
} as const;

test.each([
  ['businesses_ruc_check', `INSERT INTO businesses (ruc, legal_name) VALUES ('30123456789', 'x')`],
  [
    'businesses_ruc_key',
    `INSERT INTO businesses (ruc, legal_name) SELECT ruc, 'x' FROM businesses WHERE id = $business`,
  ],
  ['businesses_state_check', `UPDATE businesses SET state = 'open' WHERE id = $business`],
  ['businesses_rate_check', 'UPDATE businesses SET rate_per_minute = 0 WHERE id = $business'],
  [
    'businesses_digest_check',
    `UPDATE businesses SET signature_digest = 'md5' WHERE id = $business`,
  ],
  [
    'businesses_authority_check',
    `UPDATE businesses SET authority = 'somewhere' WHERE id = $business`,
  ],
  ['businesses_address_check', `UPDATE businesses SET authority = 'custom' WHERE id = $business`],
  ['businesses_environment_check', `UPDATE businesses SET authority = 'beta' WHERE id = $business`],
  [
    'businesses_environment_check',
    `UPDATE businesses SET environment = 'production' WHERE id = $business`,
  ],
  [
    'exchange_rates_currency_check',
    `INSERT INTO exchange_rates (currency, day, soles) VALUES ('PEN', '2026-11-22', 3)`,
  ],
  [
    'exchange_rates_soles_check',
    `INSERT INTO exchange_rates (currency, day, soles) VALUES ('USD', '2026-11-22', 0.3)`,
  ],
  ['businesses_jump_check', 'UPDATE businesses SET max_number_jump = 0 WHERE id = $business'],
  ['businesses_ubigeo_check', `UPDATE businesses SET ubigeo = '15O101' WHERE id = $business`],
  [
    'businesses_formats_check',
    `UPDATE businesses SET print_formats = '{a4,a3}' WHERE id = $business`,
  ],
  [
    'series_kind_check',
    `INSERT INTO series (business_id, environment, kind, code)
      VALUES ($business, 'simulator', 'boleta', 'F001')`,
  ],
  [
    'series_kind_check',
    `INSERT INTO series (business_id, environment, kind, code)
      VALUES ($business, 'simulator', 'boleta', 'b001')`,
  ],
  [
    'series_number_check',
    'UPDATE series SET last_number = 100000000 WHERE business_id = $business',
  ],
  [
    'series_environment_check',
    `UPDATE series SET environment = 'custom' WHERE business_id = $business`,
  ],
  ['series_number_check', 'UPDATE series SET last_number = -1 WHERE business_id = $business'],
  [
    'series_business_id_environment_code_key',
    `INSERT INTO series (business_id, environment, kind, code)
      VALUES ($business, 'simulator', 'boleta', 'B001')`,
  ],
  [
    'series_business_id_fkey',
    `INSERT INTO series (business_id, environment, kind, code)
      VALUES (0, 'simulator', 'boleta', 'B001')`,
  ],
  ['series_business_id_fkey', 'DELETE FROM businesses WHERE id = $business'],
  ['users_business_id_fkey', user('business', '0')],
  [
    'credentials_hash_check',
    `INSERT INTO credentials (business_id, name, api_key, secret_hash)
      VALUES ($business, 'x', 'x', 'short')`,
  ],
  ['certificates_validity_check', certificate(['2026-02-01', '2026-01-01'])],
  ['certificates_fingerprint_check', certificate(MONTH, { fingerprint: 'AB' })],
  [
    'certificates_active_key',
    `${certificate(MONTH, { fingerprint: '1'.repeat(64), active: true })}, ($business, '', '', ` +
      `'2026-01-01', '2026-02-01', '${'2'.repeat(64)}', true)`,
  ],
  [
    'accesses_consult_check',
    `INSERT INTO accesses (business_id, sol_user, sol_password, consult_id)
      VALUES ($business, '', '', 'x')`,
  ],
  [
    'references_pkey',
    `INSERT INTO "references" SELECT * FROM "references" WHERE business_id = $business`,
  ],
  [
    'references_state_check',
    `UPDATE "references" SET state = 'lost' WHERE business_id = $business`,
  ],
  ['references_hash_check', `UPDATE "references" SET hash = 'short' WHERE business_id = $business`],
  [/^documents_.*number_key$/, like({})],
  ['documents_environment_check', like({ environment: `'custom'` })],
  ['documents_kind_check', like({ kind: `'nota'` })],
  ['documents_number_check', like({ number: '0' })],
  ['documents_number_check', like({ number: '100000000' })],
  ['documents_total_check', like({ number: '2', total: '-0.01' })],
  ['documents_business_id_fkey', like({ business_id: '0' })],
  ['outcomes_state_check', outcome(`'lost'`, 'now()')],
  ['outcomes_settled_check', outcome(`'accepted'`, 'NULL')],
  ['outcomes_signature_check', unsigned(`'accepted'`, 'now()')],
  ['outcomes_signature_check', unsigned('NULL', 'NULL')],
  ['outcomes_settled_check', outcome('NULL', 'now()')],
  ['outcomes_document_id_fkey', outcome('NULL', 'NULL', '0')],
  ['emissions_stage_check', `UPDATE emissions SET stage = 'done' WHERE document_id = $document`],
  ['emissions_review_check', `UPDATE emissions SET stage = 'review' WHERE document_id = $document`],
  [
    'emissions_review_check',
    `UPDATE emissions SET review_reason = 'why' WHERE document_id = $document`,
  ],
  [
    'emissions_pkey',
    `INSERT INTO emissions (document_id, business_id, destination, deadline)
      VALUES ($document, $business, 'beta', now())`,
  ],
  [
    'emissions_document_id_fkey',
    `INSERT INTO emissions (document_id, business_id, destination, deadline)
      VALUES (0, $business, 'beta', now())`,
  ],
  ['files_hash_check', file('xml', `'short'`, '1')],
  ['files_kind_check', file('exe', hash, '1')],
  ['files_bytes_check', file('xml', hash, '0')],
  ['users_role_check', user('root', 'NULL')],
  ['users_business_check', user('business', 'NULL')],
  ['users_business_check', user('admin', '$business')],
  ['proposals_action_check', proposal({ action: 'series.next' })],
  ['proposals_action_check', proposal({ ...RESOLVE, resolution: `'lost'` })],
  ['proposals_decided_check', proposal({ ...RESOLVE, decider: 'id' })],
  ['proposals_persons_check', proposal({ ...RESOLVE, decider: 'id', approved: 'true' })],
])('the constraint %s refuses a row that breaks it (case %#)', async (constraint, statement) => {
  await expect(run(statement)).rejects.toMatchObject({
    constraint: expect.stringMatching(constraint),
  });
});

test.each([
  ['documents', 'UPDATE documents SET total = 0 WHERE id = $document'],
  ['documents', 'DELETE FROM documents WHERE id = $document'],
  ['attempts', 'UPDATE attempts SET detail = NULL'],
  ['attempts', 'DELETE FROM attempts'],
  ['audit', `UPDATE audit SET actor = 'another' WHERE business_id = $business`],
  ['audit', 'DELETE FROM audit WHERE business_id = $business'],
])('the table %s refuses to change or delete rows (case %#)', async (table, statement) => {
  await run(
    `INSERT INTO attempts (document_id, business_id, attempt, step)
      VALUES ($document, $business, 1, 'noted')`,
  );
  await expect(run(statement)).rejects.toThrow(`${table} is append only`);
});

// read from the catalogue: TRUNCATE itself would lock the table for all other tests
test('append-only tables have a trigger that refuses TRUNCATE', async () => {
  const { rows } = await db.pool.query<{ table: string }>(
    `SELECT tgrelid::regclass::text AS table FROM pg_trigger
      WHERE tgfoid = 'append_only'::regproc AND tgtype & 32 <> 0 AND tgenabled = 'O' ORDER BY 1`,
  );
  expect(rows.map(({ table }) => table)).toEqual([
    'attempts',
    'audit',
    'designs',
    'documents',
    'kept_answers',
  ]);
});

test('the counter of a series does not fall', async () => {
  await run('UPDATE series SET last_number = 7 WHERE business_id = $business');
  const lower = 'UPDATE series SET last_number = 6 WHERE business_id = $business';
  await expect(run(lower)).rejects.toThrow('would fall from 7 to 6');
});

test('a series that is added again goes on after the numbers that were given in it', async () => {
  const last = `SELECT last_number AS last FROM series WHERE business_id = $business`;
  const again = `DELETE FROM series WHERE business_id = $business; INSERT INTO series (business_id,
    environment, kind, code) VALUES ($business, 'simulator', 'boleta', 'B001')`;
  await run(again);
  expect((await run(last)).rows).toEqual([{ last: 1 }]);
  await run(`INSERT INTO detached_numbers (business_id, environment, kind, series, month, numbers)
    SELECT $business, 'simulator', 'boleta', 'B001', min(month), '{[1,5),[8,12)}'
    FROM document_months`);
  await run(again);
  expect((await run(last)).rows).toEqual([{ last: 11 }]);
});

test('the rows of these tests are valid without the fault that each test adds', async () => {
  await run(certificate(MONTH));
  await run(file('xml', hash, '1'));
  await run(outcome('NULL', 'NULL'));
  await run(user('admin', 'NULL'));
  await run(like({ number: '2' }));
});

function run(statement: string) {
  return db.pool.query(
    statement.replaceAll('$business', String(business)).replaceAll('$document', String(document)),
  );
}

/** A statement that copies the document with other values in some columns. */
function like(changes: Record<string, string>): string {
  const columns = [
    'business_id',
    'environment',
    'kind',
    'series',
    'number',
    'reference',
    'issue_date',
    'currency',
    'client_document_type',
    'client_document',
  ];
  const all = [...columns, 'client_name', 'total', 'sale', 'totals', 'answer', 'request_id'];
  return `INSERT INTO documents (${all}) SELECT ${all.map((column) => changes[column] ?? column)}
    FROM documents WHERE id = $document`;
}

interface ProposalColumns {
  action: string;
  document?: string;
  resolution?: string;
  decider?: string;
  approved?: string;
}

/** A proposal by one user; `decider` may be the same user, by its `id`. */
function proposal({
  action,
  document = 'NULL',
  resolution = 'NULL',
  decider = 'NULL',
  approved = 'NULL',
}: ProposalColumns): string {
  return `WITH someone AS (${user('admin', 'NULL')} RETURNING id)
    INSERT INTO proposals (action, business_id, document_id, resolution, reason, proposed_by,
      decided_by, decided_at, approved)
    SELECT '${action}', $business, ${document}::bigint, ${resolution}, 'x', id, ${decider},
      ${decider === 'NULL' ? 'NULL' : 'now()'}, ${approved}::boolean
    FROM someone`;
}

function outcome(state: string, settledAt: string, documentId = '$document'): string {
  return `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state,
    settled_at)
    VALUES (${documentId}, $business, '{}', '', '', now(), ${state}, ${settledAt})`;
}

function unsigned(state: string, settledAt: string): string {
  return `INSERT INTO outcomes (document_id, business_id, state, settled_at)
    VALUES ($document, $business, ${state}, ${settledAt})`;
}

function file(kind: string, sha256: string, bytes: string): string {
  return `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    VALUES ($document, '${kind}', ${sha256}, ${bytes}, 'x')`;
}
