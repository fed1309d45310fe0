/**
 * Settings of PostgreSQL that connections have from their first statement on. Programs and
 * `migrate` send them; `migrate` gives them to the roles too, for a PgBouncer by transaction, which
 * drops what a connection sends.
 */

/**
 * What statements and their results depend on, whatever the configuration of a server or a role
 * says. A server that was installed in Peru has its time zone, and Prisma writes times without a
 * zone: they would be stored five hours late. Its adapter and pg read only the output formats here.
 */
const EXPECTED = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
};

/**
 * PostgreSQL compiles a statement of high estimated costs before it runs it, at every execution.
 * Reading a small table costs 10^10 by estimate in PostgreSQL 14 to 17 where enable_seqscan is off,
 * so that a statement of 0.1 ms took a second of CPU; in a query over many months each partition is
 * compiled.
 */
const COMPILE_NOTHING = { jit: 'off' };

export const SESSION_SETTINGS = { ...EXPECTED, ...COMPILE_NOTHING };

/**
 * Of a process that sends the same few statements often, each of which finds its rows by keys:
 * generic plans and no sequential scans. A plan made over an empty table would otherwise go on to
 * scan the full one.
 */
export const INDEX_PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** Adds settings to those that a database URL gives its connections. */
export function withSettings(databaseUrl, settings) {
  const url = new URL(databaseUrl);
  const added = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  const options = [url.searchParams.get('options'), ...added];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  return url.href;
}
