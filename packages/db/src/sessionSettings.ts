/** Settings of PostgreSQL that connections have from their first statement on. */

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

/** By name. */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  ...EXPECTED,
  ...COMPILE_NOTHING,
};

/** Adds settings to those that a database URL gives its connections. */
export function withSettings(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): string {
  const url = new URL(databaseUrl);
  const added = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  const options = [url.searchParams.get('options'), ...added];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  return url.href;
}
