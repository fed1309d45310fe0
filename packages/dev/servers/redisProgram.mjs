/** Finds a Redis or Valkey, or unpacks one into the checkout, or as root installs one. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../processes/onPath.mjs';
import { run } from '../processes/run.mjs';
import { tools } from '../settings/places.mjs';
import { say, step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { unpackDebian } from './debian.mjs';

const NAMES = ['redis-server', 'valkey-server'];
const folder = path.join(tools, 'redis');
const unpackedRoot = path.join(folder, 'root');

const HINT = [
  'No hay Redis. Da una dirección en REDIS_URL, o instala uno y vuelve a empezar:',
  '  Debian, Ubuntu  sudo apt-get install redis-server',
  '  Fedora, RHEL    sudo dnf install valkey',
  '  Alpine          apk add valkey',
  '  macOS           brew install redis',
  '  Windows         WSL, o: docker run -p 127.0.0.1:6379:6379 valkey/valkey:8 y ' +
    'REDIS_URL=redis://127.0.0.1:6379',
].join('\n');

/** @returns the file and the environment to start it with */
export async function redisProgram() {
  const file =
    onPath(NAMES, ['/opt/homebrew/bin', '/usr/local/bin', '/usr/sbin']) ??
    unpacked() ??
    (await bring());
  if (!file.startsWith(unpackedRoot)) return { file, env: process.env };
  const libraries = [...unpackedLibraries(), process.env.LD_LIBRARY_PATH].filter(Boolean);
  return { file, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } };
}

async function bring() {
  for (const way of [unpack, installAsRoot]) {
    const file = await way().catch((error) => void say(error.message));
    if (file) return file;
  }
  throw new UserError(HINT);
}

async function unpack() {
  if (process.platform !== 'linux' || !onPath(['apt-get']) || !onPath(['dpkg-deb'])) return;
  await step('Trayendo Redis de los paquetes de Debian (a esta carpeta, sin instalarlo)', () =>
    // the server is a link to a program of the tools package
    unpackDebian(folder, [
      ['redis-server', 'redis-tools'],
      ['valkey-server', 'valkey-tools'],
    ]),
  );
  return unpacked();
}

async function installAsRoot() {
  if (process.getuid?.() !== 0) return;
  const ways = {
    'apt-get': 'install -y --no-install-recommends redis-server',
    apk: 'add valkey',
    dnf: 'install -y valkey',
  };
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const [command, args] of Object.entries(ways)) {
    if (!onPath([command])) continue;
    if (command === 'apt-get') await run(command, ['update'], { anyCode: true });
    await step(`${command} ${args}`, () => run(command, args.split(' '), { anyCode: true, env }));
    const file = onPath(NAMES, ['/usr/sbin']);
    if (file) return file;
  }
}

const unpacked = () =>
  NAMES.map((name) => path.join(unpackedRoot, 'usr', 'bin', name)).find(existsSync);

function unpackedLibraries() {
  const lib = path.join(unpackedRoot, 'usr', 'lib');
  if (!existsSync(lib)) return [];
  const folders = readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...folders.map(({ name }) => path.join(lib, name)), lib];
}
