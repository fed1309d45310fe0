/**
 * Finds a Redis (or Valkey) program, or brings one: unpacked into the checkout without root where
 * that can be.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../processes/onPath.mjs';
import { run } from '../processes/run.mjs';
import { tools } from '../settings/places.mjs';
import { say, step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

const NAMES = ['redis-server', 'valkey-server'];
const folder = path.join(tools, 'redis');
const unpackedRoot = path.join(folder, 'root');

/** @returns the file and the environment to start it with */
export async function redisProgram() {
  const file =
    onPath(NAMES, ['/opt/homebrew/bin', '/usr/local/bin', '/usr/sbin']) ??
    unpacked() ??
    (await bring());
  if (!file.startsWith(unpackedRoot)) return { file, env: process.env };
  return {
    file,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [...libraries(), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
  };
}

async function bring() {
  for (const way of [unpackFromDebian, installAsRoot]) {
    const file = await way().catch((error) => void say(error.message));
    if (file) return file;
  }
  throw new UserError(
    [
      'No hay Redis. Da una dirección en REDIS_URL, o instala uno y vuelve a empezar:',
      '  Debian, Ubuntu  sudo apt-get install redis-server',
      '  Fedora, RHEL    sudo dnf install valkey',
      '  Alpine          apk add valkey',
      '  macOS           brew install redis',
      '  Windows         WSL, o: docker run -p 127.0.0.1:6379:6379 valkey/valkey:8 y ' +
        'REDIS_URL=redis://127.0.0.1:6379',
    ].join('\n'),
  );
}

/**
 * Debian and Ubuntu, as any user: apt with a state folder of its own; what is missing is unpacked,
 * not installed.
 */
async function unpackFromDebian() {
  if (process.platform !== 'linux' || !onPath(['apt-get']) || !onPath(['dpkg-deb']))
    return undefined;
  const debs = path.join(folder, 'debs');
  for (const place of ['state/lists/partial', 'cache/archives/partial', 'debs', 'root'])
    mkdirSync(path.join(folder, place), { recursive: true });
  const own = {
    'Dir::State': path.join(folder, 'state'),
    'Dir::State::lists': path.join(folder, 'state', 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': path.join(folder, 'cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    // no translations, no file lists: names and versions are all we ask for
    'Acquire::Languages': 'none',
  };
  const options = [
    '-qq',
    ...Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
  ];
  const apt = (args, cwd = folder) =>
    run('apt-get', [...options, ...args], { cwd, env: { ...process.env, LC_ALL: 'C' } });
  return step(
    'Trayendo Redis de los paquetes de Debian (a esta carpeta, sin instalarlo)',
    async () => {
      await apt(['update']);
      for (const wanted of ['redis-server', 'valkey-server']) {
        const listed = await apt([
          '--print-uris',
          '--no-install-recommends',
          '--yes',
          '--reinstall',
          'install',
          wanted,
        ]).catch(() => undefined);
        const packages = [...(listed?.out.matchAll(/^'\S+' ([^_\s]+)_/gm) ?? [])].map(
          ([, name]) => name,
        );
        if (packages.length === 0) continue;
        // the program itself stands in the tools package
        await apt(['download', ...new Set([...packages, wanted.replace('server', 'tools')])], debs);
        for (const deb of readdirSync(debs))
          await run('dpkg-deb', ['-x', path.join(debs, deb), unpackedRoot]);
        return unpacked();
      }
      return undefined;
    },
  );
}

async function installAsRoot() {
  if (process.getuid?.() !== 0) return undefined;
  const ways = {
    'apt-get': ['install', '-y', '--no-install-recommends', 'redis-server'],
    apk: ['add', 'valkey'],
    dnf: ['install', '-y', 'valkey'],
  };
  for (const [command, args] of Object.entries(ways)) {
    if (!onPath([command])) continue;
    if (command === 'apt-get') await run(command, ['update'], { anyCode: true });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { code } = await step(`${command} ${args.join(' ')}`, () =>
      run(command, args, { anyCode: true, env }),
    );
    if (code === 0) return onPath(NAMES, ['/usr/sbin']);
  }
  return undefined;
}

const unpacked = () =>
  NAMES.map((name) => path.join(unpackedRoot, 'usr', 'bin', name)).find(existsSync);

function libraries() {
  const lib = path.join(unpackedRoot, 'usr', 'lib');
  if (!existsSync(lib)) return [];
  const folders = readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...folders.map(({ name }) => path.join(lib, name)), lib];
}
