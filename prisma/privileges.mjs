/**
 * What each program may do in the database: its role, and for each table and function the
 * privileges of each role. A table that is missing here fails `npm run check`: give it a row.
 *
 * api:    issues through `issue_batch` alone and reads; users and private keys are out of its reach
 * worker: signs, sends and settles; it reads no user and writes no setting
 * panel:  what operators do; it issues nothing, and deletes no document, attempt or audit line
 * cli:    the same from a terminal, and re-encrypting under a new key; a role of its own, because
 *         the panel faces the network and needs neither that nor the owner's rights
 * issuer: owns the functions that run with its rights (`definer`); no program connects as it
 *
 * The owner of the tables runs the migrations and is no program's role. Only the owner may empty a
 * table or change it. Append-only: no role has UPDATE or DELETE on audit, attempts and designs, nor
 * DELETE on documents, outcomes and files.
 */

/** Roles with which programs connect. */
export const PROGRAMS = ['api', 'worker', 'panel', 'cli'];

/** Roles without a login. */
export const GROUPS = ['issuer'];

/** Roles belong to the whole server: the prefix tells them from those of others. */
export const roleOf = (name) => `rafaga_${name}`;

/** The columns of pending work that its processing changes. */
const WORK =
  'UPDATE (stage, attempts, crashes, next_at, not_before, dispatches, lease_owner, lease_until, ' +
  'epoch, intent_at, sends, unanswered, missing, retry_class, last_code, last_error, ' +
  'review_reason, claimed_code, compared)';
const RESULT =
  'UPDATE (sent_at, state, code, description, notes, settled_at, without_cdr, evidence, ' +
  'cdr_signature)';
const ALL = 'SELECT, INSERT, UPDATE, DELETE';
/** Every process has a row with its heartbeat. */
const HEARTBEAT = ALL;

/**
 * The programs that see, of tables with `rows`, only the businesses that their transaction names.
 * The others see every business:
 *
 * worker: claims, sweeps and restores documents of all businesses with one statement
 * panel:  its lists, searches and statistics span businesses; a page checks its user's business
 * cli:    its operator may do everything that it does to any business
 * issuer: one call of issue_batch writes the documents of many businesses
 */
export const ONE_BUSINESS = ['api'];

/**
 * By table: the privileges of each role, in SQL; and `rows`, the column with the business of a row,
 * or 'document' for a table with the id of a document instead. Such a table has row security;
 * null says that a table needs none.
 */
export const TABLES = {
  businesses: {
    rows: 'id',
    api: 'SELECT',
    worker:
      'SELECT, UPDATE (paused_until, pause_reason, certificate_refused_at, ' +
      'certificate_refused_document, updated_at)',
    panel: ALL,
    cli: 'SELECT, INSERT, UPDATE',
    // the lock that makes a change of the environment wait needs a column
    issuer: 'SELECT, UPDATE (updated_at)',
  },
  designs: {
    rows: 'business_id',
    api: 'SELECT',
    worker: 'SELECT',
    panel: 'SELECT, INSERT',
    cli: 'SELECT, INSERT',
  },
  series: {
    rows: 'business_id',
    api: 'SELECT',
    // a rebuild and the questions after it raise counters
    worker: 'SELECT, INSERT, UPDATE (last_number)',
    panel: 'SELECT, INSERT, UPDATE (environment, last_number, active), DELETE',
    cli: 'SELECT, INSERT, UPDATE (environment, last_number, active)',
    issuer: 'SELECT, UPDATE (last_number)',
  },
  credentials: {
    rows: 'business_id',
    api: 'SELECT (id, business_id, api_key, secret_hash, revoked_at)',
    issuer: 'SELECT (id, business_id, api_key, last_used_at), UPDATE (last_used_at)',
    panel: 'SELECT, INSERT, UPDATE (revoked_at), DELETE',
    cli: 'SELECT, INSERT, UPDATE (revoked_at)',
  },
  certificates: {
    rows: 'business_id',
    api: 'SELECT (business_id, subject_ruc, not_before, not_after, active)',
    worker: 'SELECT',
    panel: 'SELECT, INSERT, UPDATE (active), DELETE',
    cli: 'SELECT, INSERT, UPDATE (active, private_key)',
  },
  accesses: {
    rows: 'business_id',
    api: 'SELECT (business_id)',
    // binds what an earlier program has sealed
    worker: 'SELECT, UPDATE (destination)',
    panel: 'SELECT, INSERT, UPDATE, DELETE',
    cli: 'SELECT, INSERT, UPDATE',
  },
  access_trials: {
    rows: 'business_id',
    worker: 'SELECT',
    panel: 'SELECT, INSERT, UPDATE, DELETE',
    cli: 'SELECT, INSERT, UPDATE',
  },
  references: {
    rows: 'business_id',
    api: 'SELECT',
    worker: 'SELECT, INSERT, UPDATE (state)',
    panel: 'SELECT, UPDATE (state)',
    cli: 'SELECT, UPDATE (state)',
    issuer: 'SELECT, INSERT, UPDATE (state), DELETE',
  },
  documents: {
    rows: 'business_id',
    api: 'SELECT',
    // documents of the journal, when a restored database lacks them
    worker: 'SELECT, INSERT',
    // two persons may move a document that was never sent to another environment
    panel: 'SELECT, UPDATE (environment)',
    cli: 'SELECT, UPDATE (environment)',
    issuer: 'SELECT, INSERT',
  },
  // without row security, under which the planner may not use the statistics of names and amounts:
  // the API has no privilege on either
  clients: { rows: null, worker: 'SELECT, INSERT', panel: 'SELECT', cli: 'SELECT' },
  document_search: {
    rows: null,
    worker: 'SELECT, INSERT',
    panel: 'SELECT',
    cli: 'SELECT',
  },
  document_search_progress: {
    worker: 'SELECT, UPDATE (searchable_to)',
    panel: 'SELECT',
    cli: 'SELECT',
  },
  outcomes: {
    rows: 'business_id',
    api: 'SELECT',
    worker: `SELECT, INSERT, ${RESULT}`,
    panel: `SELECT, INSERT, ${RESULT}`,
    cli: `SELECT, INSERT, ${RESULT}`,
  },
  emissions: {
    rows: 'business_id',
    api: 'SELECT (document_id)',
    worker: `SELECT, INSERT, ${WORK}, DELETE`,
    panel: 'SELECT, UPDATE, DELETE',
    cli: 'SELECT, UPDATE, DELETE',
    issuer: 'SELECT (document_id), INSERT, UPDATE (stage, review_reason, last_error)',
  },
  attempts: {
    rows: 'business_id',
    api: 'SELECT',
    worker: 'SELECT, INSERT',
    panel: 'SELECT, INSERT',
    cli: 'SELECT, INSERT',
  },
  files: {
    rows: 'document',
    api: 'SELECT, INSERT',
    worker: 'SELECT, INSERT',
    panel: 'SELECT, INSERT',
    cli: 'SELECT, INSERT',
  },
  pending_cdrs: {
    rows: 'document',
    api: 'SELECT (document_id, conflict)',
    worker: ALL,
    panel: 'SELECT, DELETE',
    cli: 'SELECT, UPDATE (sealed), DELETE',
  },
  kept_answers: {
    rows: 'business_id',
    worker: 'SELECT, INSERT',
    panel: 'SELECT',
    cli: 'SELECT, UPDATE (sealed)',
  },
  inquiries: {
    rows: 'business_id',
    worker: 'SELECT, UPDATE (worker, taken_at, answered_at, outcome, answers)',
    panel: 'SELECT, INSERT',
    cli: 'SELECT, INSERT',
  },
  refused_requests: {
    rows: 'business_id',
    // it keeps the newest of each business
    api: 'SELECT, INSERT, DELETE',
    panel: 'SELECT',
    cli: 'SELECT',
  },
  // the API adds up what it did not store one by one, and keeps the newest
  counted_calls: { rows: 'business_id', api: ALL, panel: 'SELECT', cli: 'SELECT' },
  users: {
    rows: 'business_id',
    panel: 'SELECT, INSERT, UPDATE',
    cli: 'SELECT, INSERT, UPDATE',
  },
  sessions: { panel: ALL, cli: 'SELECT, DELETE' },
  recovery_codes: { panel: ALL, cli: 'SELECT, DELETE' },
  known_devices: { panel: ALL, cli: 'SELECT, DELETE' },
  login_failures: { panel: ALL, cli: 'SELECT, DELETE' },
  temporary_values: { panel: ALL },
  saved_views: { panel: ALL },
  audit: {
    rows: 'business_id',
    worker: 'SELECT (id), INSERT',
    panel: 'SELECT, INSERT',
    cli: 'SELECT, INSERT',
  },
  proposals: {
    rows: 'business_id',
    panel: 'SELECT, INSERT, UPDATE (decided_by, decided_at, approved), DELETE',
    cli: 'SELECT, INSERT, UPDATE (decided_by, decided_at, approved)',
  },
  operations: { panel: 'SELECT, INSERT, UPDATE' },
  operation_items: {
    rows: 'document',
    panel: 'SELECT, INSERT, UPDATE (state, cause, at)',
  },
  rehearsals: {
    rows: 'business_id',
    worker: 'SELECT, UPDATE (taken_at, sealed), DELETE',
    panel: 'SELECT, INSERT, DELETE',
  },
  law_checks: { rows: 'business_id', worker: ALL, panel: 'SELECT', cli: 'SELECT' },
  law_findings: {
    rows: 'business_id',
    worker: 'SELECT, INSERT, DELETE',
    panel: 'SELECT',
    cli: 'SELECT',
  },
  restorations: {
    api: 'SELECT, INSERT',
    worker: 'SELECT, INSERT, UPDATE',
    panel: 'SELECT, INSERT, UPDATE',
    cli: 'SELECT, INSERT, UPDATE',
    issuer: 'SELECT, INSERT',
  },
  cdr_signers: {
    worker: 'SELECT',
    panel: 'SELECT',
    cli: 'SELECT, INSERT, UPDATE',
  },
  cdr_policies: {
    worker: 'SELECT',
    panel: 'SELECT',
    cli: 'SELECT, INSERT, UPDATE',
  },
  exchange_rates: { api: 'SELECT', cli: 'SELECT, INSERT, UPDATE' },
  processes: { api: HEARTBEAT, worker: HEARTBEAT, panel: HEARTBEAT, cli: 'SELECT' },
  hourly_statistics: { worker: ALL, panel: 'SELECT' },
  // its document is a position, and its row no business's
  statistics_progress: { rows: null, worker: 'SELECT, UPDATE', panel: 'SELECT' },
  alerts: { panel: ALL },
  alert_messages: { panel: ALL },
  alert_leader: { panel: 'SELECT, UPDATE' },
  // of Prisma: the owner alone
  _prisma_migrations: {},
};

/** The sequences that no column owns: used by those that insert into the table. */
export const SEQUENCES = { document_ids: 'documents' };

/**
 * By function: the roles that may call it; triggers need none. A `definer` runs with the rights of
 * `issuer`: one call of issue_batch writes documents of many businesses, so that the API itself
 * can neither insert a document nor move a counter. It names its schema, and takes values alone.
 */
export const FUNCTIONS = {
  append_only: { roles: [] },
  credential_businesses: { roles: ['api', 'cli'], definer: true },
  design_stays: { roles: [] },
  document_id: { roles: ['worker', 'issuer'] },
  document_stays: { roles: [] },
  environment_word: { roles: ['worker', 'issuer'] },
  issue_batch: { roles: ['api'], definer: true },
  missing_documents: { roles: ['api', 'worker', 'panel', 'cli'], definer: true },
  not_while_restoring: { roles: [] },
  note_credential_use: { roles: ['api'], definer: true },
  review_repeated_numbers: { roles: ['api'], definer: true },
  series_behind: { roles: ['api', 'worker', 'panel', 'cli'], definer: true },
  search_name: { roles: ['worker', 'panel', 'cli'] },
};
