/**
 * What statements and their results depend on, whatever the configuration of a server says: of
 * connections that migrate, and of the roles of the programs, whose connections send the same
 * (packages/db/src/sessionSettings.ts).
 */
export const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
  jit: 'off',
};

/** Adds them to those that a database URL gives its connections. */
export function withSessionSettings(databaseUrl) {
  const url = new URL(databaseUrl);
  const added = Object.entries(SESSION_SETTINGS).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  const options = [url.searchParams.get('options'), ...added];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  return url.href;
}
