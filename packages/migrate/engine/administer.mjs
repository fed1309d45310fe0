/** Does the tasks of the schema engine CLI: check the connection, create or drop a database. */
import { createDatabase, dropDatabase, nameIn, withClient } from '../database.mjs';

/** The codes of PostgreSQL and the network as Prisma's. */
const ERRORS = {
  '3D000': (url) => ['P1003', `Database \`${nameIn(url)}\` does not exist`],
  '28P01': (url) => [
    'P1000',
    `Authentication failed against database server at \`${url.hostname}\``,
  ],
  '42P04': (url) => ['P1009', `Database \`${nameIn(url)}\` already exists`],
  ECONNREFUSED: ({ hostname, port }) => [
    'P1001',
    `Can't reach database server at \`${hostname}:${port || 5432}\``,
  ],
};

const TASKS = {
  'can-connect-to-database': async (url) => {
    await withClient(url, async () => undefined);
    return 'Connection successful';
  },
  'create-database': async (url) => {
    await createDatabase(url);
    return `Database '${nameIn(url)}' was successfully created.`;
  },
  'drop-database': async (url) => {
    await dropDatabase(url);
    return 'The database was successfully dropped.';
  },
};

/** `schema-engine cli TASK`: its answer is a line of JSON on stderr. @returns the exit code */
export async function administer(task, url) {
  // the caller drops the first line
  log('INFO', { message: 'Starting schema engine CLI (WebAssembly)' });
  try {
    if (!Object.hasOwn(TASKS, task)) throw new Error(`Unknown command ${task}`);
    log('INFO', { message: await TASKS[task](url) });
    return 0;
  } catch (error) {
    const [error_code, message] = prismaError(error, url);
    log('ERROR', { error_code, message, is_panic: false });
    return 1;
  }
}

/** @returns {[code: string, message: string]} */
export const prismaError = (error, url) =>
  ERRORS[error.code]?.(new URL(url)) ?? ['P1001', error.message];

function log(level, fields) {
  const line = { timestamp: new Date(), level, fields, target: 'schema_engine::logger' };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
