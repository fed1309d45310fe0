/** Starts a PostgreSQL from npm packages on 127.0.0.1, for development and tests. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import { serverUrl, withClient } from '../migrate/database.mjs';
import { keepRunning, untilAnswered } from '../processes/managedProcess.mjs';
import { say, step } from '../processes/progress.mjs';
import { run } from '../processes/run.mjs';
import { clusterOf } from './clusterFolder.mjs';
import { postgresProgram, unprivilegedUser } from './postgresProgram.mjs';

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
/**
 * For data that may go: nothing waits for the disk, which the copies of databases of a test run
 * would keep busy for seconds. Only a crash of the whole machine loses something. Three test files
 * at once, each with programs of its own, may have more than a hundred connections.
 */
const DISPOSABLE = ['fsync=off', 'full_page_writes=off', 'max_connections=200'];
/** Unlike the usual ones, so that tests show on what of them programs depend. */
const UNUSUAL = [
  'TimeZone=America/Lima',
  'DateStyle=SQL, DMY',
  'IntervalStyle=sql_standard',
  'bytea_output=escape',
  'extra_float_digits=0',
  'standard_conforming_strings=off',
  'default_transaction_isolation=repeatable read',
];
const INITDB =
  '-U rafaga --auth=scram-sha-256 -E UTF8 --locale=C --locale-provider=builtin ' +
  '--builtin-locale=C.UTF-8 --no-instructions';

/**
 * @param {string} home
 * @param {boolean} [disposable] whether its data may go
 * @returns its address, once it answers
 */
export async function startPostgres(home, disposable = false) {
  const user = unprivilegedUser();
  setOrphanAside(home, clusterOf(home));
  const cluster = clusterOf(home);
  const data = path.join(cluster, 'data');
  const passwordFile = path.join(cluster, 'password');
  if (!existsSync(data))
    await step('Creando la base de datos', () => create({ cluster, data, passwordFile, user }));
  // of a server that was not stopped, whose process number another program may have now. What was
  // left of it is stopped, and PostgreSQL finds one that still runs by its shared memory
  const lock = path.join(data, 'postmaster.pid');
  if (existsSync(lock)) say('La base de datos se cerró de golpe la última vez: se recupera.');
  rmSync(lock, { force: true });
  // any free one: two installations that begin at once would both find a usual one free
  const port = await getPort();
  const password = readFileSync(passwordFile, 'utf8').trim();
  const url = `postgresql://rafaga:${password}@127.0.0.1:${port}/rafaga`;
  const settings = [...SETTINGS, ...(disposable ? [...DISPOSABLE, ...UNUSUAL] : [])];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  await keepRunning({
    turn: 'servers',
    name: 'PostgreSQL',
    log: path.join(home, 'logs', 'postgres.log'),
    launch: (log) =>
      spawn(postgresProgram('postgres'), args, {
        ...user,
        cwd: data,
        stdio: ['ignore', log, log],
        detached: true,
      }),
    ready: untilAnswered(() => withClient(serverUrl(url), async () => true)),
    // a fast stop: it does not wait for clients to leave
    signal: 'SIGINT',
  });
  return url;
}

/**
 * Sets aside a database whose home was deleted. The cluster of a home that other users cannot
 * reach is outside it, and the keys that open its data went with the home.
 */
export function setOrphanAside(home, cluster) {
  const marks = ['secrets.json', 'logs'].map((name) => path.join(home, name));
  if (cluster.startsWith(home + path.sep) || !existsSync(cluster) || marks.some(existsSync)) return;
  const aside = `${cluster}.${Date.now()}`;
  renameSync(cluster, aside);
  say(`Empieza una base de datos nueva; la de la carpeta borrada queda en ${aside}.`);
}

/** initdb into a draft: an interrupted one leaves no half-made cluster under the real name. */
async function create({ cluster, data, passwordFile, user }) {
  const own = (place) => user.uid !== undefined && chownSync(place, user.uid, user.gid);
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(cluster, { recursive: true });
  own(cluster);
  writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
  own(passwordFile);
  const args = ['-D', draft, `--pwfile=${passwordFile}`, ...INITDB.split(' ')];
  await run(postgresProgram('initdb'), args, { ...user, cwd: cluster });
  renameSync(draft, data);
}
