/** The engine's tasks that need no engine: check the connection, create or drop a database. */
import pg from 'pg';

/** PostgreSQL's and the network's codes as Prisma's. */
const ERRORS = {
  '3D000': ({ pathname }) => ['P1003', `Database \`${pathname.slice(1)}\` does not exist`],
  '28P01': ({ hostname }) => [
    'P1000',
    `Authentication failed against database server at \`${hostname}\``,
  ],
  '42P04': ({ pathname }) => ['P1009', `Database \`${pathname.slice(1)}\` already exists`],
  ECONNREFUSED: ({ hostname, port }) => [
    'P1001',
    `Can't reach database server at \`${hostname}:${port || 5432}\``,
  ],
};

const TASKS = {
  async 'can-connect-to-database'(url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
    return 'Connection successful';
  },
  'create-database': async (url) =>
    `Database '${(await createDatabase(url)).databaseName}' was successfully created.`,
  async 'drop-database'(url) {
    await onServer(url, (client, quoted) => client.query(`DROP DATABASE ${quoted} WITH (FORCE)`));
    return 'The database was successfully dropped.';
  },
};

/** `schema-engine cli TASK`: its answer is a line of JSON on stderr. @returns the exit code */
export async function administer(task, url) {
  const log = (level, fields) =>
    process.stderr.write(
      `${JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' })}\n`,
    );
  // the caller drops the first line
  log('INFO', { message: 'Starting schema engine CLI (WebAssembly)' });
  try {
    if (!Object.hasOwn(TASKS, task)) throw new Error(`Unknown command ${task}`);
    log('INFO', { message: await TASKS[task](url) });
    return 0;
  } catch (error) {
    const [error_code, message] = ERRORS[error.code]?.(new URL(url)) ?? ['P1001', error.message];
    log('ERROR', { error_code, message, is_panic: false });
    return 1;
  }
}

export const createDatabase = (url) =>
  onServer(url, async (client, quoted, databaseName) => {
    await client.query(`CREATE DATABASE ${quoted}`);
    return { databaseName };
  });

/** Work on a server, beside the database that the address names. */
async function onServer(url, work) {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    return await work(client, `"${name.replaceAll('"', '""')}"`, name);
  } finally {
    await client.end();
  }
}
