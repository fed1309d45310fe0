/** The environment of PostgreSQL's own programs: their server, and none of this process's keys. */

/**
 * The address as the variables of PostgreSQL's own programs: on a command line every user of the
 * machine could read the password.
 */
export function libpqEnv(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const given = (name: string) => searchParams.get(name) ?? '';
  const host = given('host') || hostname;
  const all = {
    ...programEnv(),
    PGHOST: host,
    PGPORT: given('port') || port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGSSLMODE: given('sslmode'),
    PGSSLROOTCERT: given('sslrootcert'),
    PGSSLCERT: given('sslcert'),
    PGSSLKEY: given('sslkey'),
    // of several servers, the one that accepts writes
    PGTARGETSESSIONATTRS: host.includes(',') ? 'read-write' : '',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value));
}

/** What every program needs: this process's own variables have keys that no other should have. */
export function programEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, LD_LIBRARY_PATH } = process.env;
  return { PATH, HOME, LANG, LD_LIBRARY_PATH };
}
