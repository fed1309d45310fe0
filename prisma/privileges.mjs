/**
 * What each program may do in the database: its role, and for each table and function the
 * privileges of each role. A table that is missing here fails `npm test -- test/roles`: give it a
 * row.
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
  'epoch, intent_at, sends, unanswered, missing, unclear_answers, retry_class, last_code, ' +
  'last_error, review_reason, claimed_code, compared)';
const RESULT =
  'UPDATE (sent_at, state, code, description, notes, settled_at, without_cdr, evidence, ' +
  'cdr_signature)';
/** What persons decide of a document. */
const DECISION =
  'UPDATE (state, code, description, notes, settled_at, without_cdr, evidence, cdr_signature)';
/** The columns of pending work that persons change: resuming it, and another environment. */
const RESUMED =
  'UPDATE (stage, crashes, next_at, not_before, lease_owner, lease_until, epoch, destination, ' +
  'unanswered, missing, unclear_answers, retry_class, last_code, last_error, review_reason, ' +
  'claimed_code, compared)';
/** What begins a restoration; that it ended, and what is lost for good, only persons write. */
const BEGINNING = 'INSERT (begun_by, reason, found)';
/** The steps of a restoration that persons take. */
const RESTORING =
  `SELECT, ${BEGINNING}, ` +
  'UPDATE (wanted, wanted_by, stretch, proposed_by, proposed_at, jump, ' +
  'end_reason, ended_at, ended_by, lost)';
const INVITED = 'invite_hash, invite_until, password_hash, totp_secret, totp_step';
const ALL = 'SELECT, INSERT, UPDATE, DELETE';
/** Every process has a row with its heartbeat. */
const HEARTBEAT =
  'SELECT, INSERT, UPDATE (version, started_at, seen_at, progress_at, conditions, load), DELETE';

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
    // not where it sends, and what persons and workers noted of its sending
    api:
      'SELECT (id, ruc, legal_name, trade_name, address, ubigeo, state, test, boletas, facturas, ' +
      'prices_include_tax, exoneration_allowed, rate_per_minute, environment, max_number_jump, ' +
      'print_formats, default_format)',
    worker:
      'SELECT, UPDATE (paused_until, pause_reason, probe_at, certificate_refused_at, ' +
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
    panel: 'SELECT, INSERT, UPDATE (sol, sol_at, consult, consult_at)',
    // forgets what was tried before it stores other credentials
    cli: 'SELECT, UPDATE (sol, sol_at, consult, consult_at)',
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
  document_months: {
    api: 'SELECT',
    worker: 'SELECT',
    panel: 'SELECT',
    cli: 'SELECT',
    issuer: 'SELECT',
  },
  // without row security: the API has no privilege on it
  detached_numbers: { rows: null, panel: 'SELECT', cli: 'SELECT', issuer: 'SELECT' },
  // ids of traces say nothing of a business, and a batch writes those of many
  document_traces: {
    rows: null,
    api: 'INSERT',
    // it deletes old ones
    worker: 'SELECT, DELETE',
    panel: 'SELECT',
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
  archive_bundles: {
    rows: 'business_id',
    api: 'SELECT (id, object_key)',
    worker: 'SELECT (id, object_key, sha256)',
    panel: 'SELECT',
    cli: 'SELECT, INSERT',
  },
  archived_documents: {
    rows: 'business_id',
    api: 'SELECT',
    panel: 'SELECT',
    cli: 'SELECT, INSERT, UPDATE (bundle_id, offset, length, version)',
  },
  outcomes: {
    rows: 'business_id',
    api: 'SELECT',
    worker: `SELECT, INSERT, ${RESULT}`,
    panel: `SELECT, INSERT, ${DECISION}`,
    cli: `SELECT, INSERT, ${DECISION}`,
  },
  emissions: {
    rows: 'business_id',
    api: 'SELECT (document_id)',
    worker: `SELECT, INSERT, ${WORK}, DELETE`,
    panel: `SELECT, ${RESUMED}, DELETE`,
    cli: `SELECT, ${RESUMED}, DELETE`,
    issuer: 'SELECT (document_id), INSERT, UPDATE (stage, review_reason, last_error)',
  },
  attempts: {
    rows: 'business_id',
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
    // it counts those of a document
    worker: 'SELECT (document_id), INSERT',
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
  },
  // the API adds up what it did not store one by one, and keeps the newest
  counted_calls: {
    rows: 'business_id',
    api: 'SELECT, INSERT, UPDATE (unproven, over_limit, last_at), DELETE',
    panel: 'SELECT',
  },
  users: {
    rows: 'business_id',
    panel: `SELECT, INSERT, UPDATE (role, business_id, disabled_at, ${INVITED})`,
    cli: `SELECT, INSERT, UPDATE (${INVITED})`,
  },
  sessions: { panel: 'SELECT, INSERT, UPDATE (seen_at, proved_at), DELETE', cli: 'SELECT, DELETE' },
  recovery_codes: { panel: 'SELECT, INSERT, UPDATE (used_at), DELETE', cli: 'SELECT, DELETE' },
  known_devices: {
    panel: 'SELECT, INSERT, UPDATE (seen_at, address, agent), DELETE',
    cli: 'SELECT, DELETE',
  },
  login_failures: { panel: ALL },
  temporary_values: { panel: 'SELECT, INSERT, DELETE' },
  saved_views: { panel: 'SELECT, INSERT, UPDATE (query), DELETE' },
  audit: {
    rows: 'business_id',
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
    worker: 'SELECT, UPDATE (taken_at, sealed)',
    panel: 'SELECT, INSERT, DELETE',
  },
  law_checks: {
    rows: 'business_id',
    worker:
      'SELECT, INSERT, UPDATE (environment, epoch, lease_owner, lease_until, checked_at, sales, ' +
      'refused, observed, dearer, omitted, unreadable), DELETE',
    panel: 'SELECT',
  },
  law_findings: { rows: 'business_id', worker: 'SELECT, INSERT, DELETE', panel: 'SELECT' },
  restorations: {
    api: `SELECT (found, ended_at), ${BEGINNING}`,
    worker: `SELECT, ${BEGINNING}, UPDATE (epoch, progress, rebuilt, asked, wanted, wanted_by)`,
    panel: RESTORING,
    cli: RESTORING,
    issuer: `SELECT, ${BEGINNING}`,
  },
  cdr_signers: {
    worker: 'SELECT',
    panel: 'SELECT',
    cli: 'SELECT, INSERT, UPDATE (source, in_force_from, in_force_until)',
  },
  cdr_policies: {
    worker: 'SELECT',
    panel: 'SELECT',
    cli: 'SELECT, INSERT, UPDATE (broken, unknown_signer, absent, updated_at)',
  },
  exchange_rates: {
    api: 'SELECT',
    panel: 'SELECT, INSERT, UPDATE (soles, set_at)',
    cli: 'SELECT, INSERT, UPDATE (soles, set_at)',
  },
  queue_pauses: { worker: 'SELECT', panel: 'SELECT, INSERT, DELETE', cli: 'SELECT' },
  processes: { api: HEARTBEAT, worker: HEARTBEAT, panel: HEARTBEAT, cli: 'SELECT' },
  hourly_statistics: { worker: 'SELECT, INSERT, UPDATE (count), DELETE', panel: 'SELECT' },
  // its document is a position, and its row no business's
  statistics_progress: { rows: null, worker: 'SELECT, UPDATE' },
  alerts: {
    panel:
      'SELECT, INSERT, ' +
      'UPDATE (severity, text, advice, path, since, ended_at, announced, announced_at), DELETE',
  },
  alert_messages: { panel: ALL },
  alert_leader: { panel: 'SELECT, UPDATE (process, until)' },
  // of Prisma: the owner alone
  _prisma_migrations: {},
};

/** The sequences that no column owns: used by those that insert into the table. */
export const SEQUENCES = { document_ids: 'documents' };

/**
 * By function: the roles that may call it; triggers need none. A `definer` runs with the rights of
 * `issuer`: one call of issue_batch writes documents of many businesses, so that the API itself
 * can neither insert a document nor move a counter. It names its schema, and takes values alone.
 * An 'owner' runs with the rights of the owner of the tables. One with the caller 'owner' is called
 * on the connection of the owner alone, which an operator gives to a command.
 */
export const FUNCTIONS = {
  analyze_documents: { roles: ['worker'], definer: 'owner' },
  append_only: { roles: [] },
  close_document_month: { roles: [], definer: 'owner', caller: 'owner' },
  counter_begins: { roles: [], definer: true },
  counter_rises: { roles: [] },
  credential_businesses: { roles: ['api', 'cli'], definer: true },
  design_stays: { roles: [] },
  document_exists: { roles: [] },
  document_id: { roles: ['issuer'] },
  document_stays: { roles: [] },
  environment_word: { roles: ['issuer'] },
  first_document_id: { roles: ['worker'] },
  issue_batch: { roles: ['api'], definer: true },
  make_document_month: { roles: [] },
  make_document_months: { roles: ['api', 'worker'], definer: 'owner' },
  missing_documents: { roles: ['api', 'worker', 'panel', 'cli'], definer: true },
  month_is_closed: { roles: [] },
  not_while_restoring: { roles: [] },
  note_credential_use: { roles: ['api'], definer: true },
  number_issued: { roles: ['worker', 'panel', 'cli'], definer: true },
  review_repeated_numbers: { roles: ['api'], definer: true },
  series_behind: { roles: ['api', 'worker', 'panel', 'cli'], definer: true },
  search_name: { roles: ['worker', 'panel', 'cli'] },
};
