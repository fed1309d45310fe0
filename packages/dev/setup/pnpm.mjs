/**
 * pnpm as package.json names it, inside this checkout, and what it installs: nothing global, no
 * corepack.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onWindows, run } from '../processes/run.mjs';
import { root, tools } from '../settings/places.mjs';
import { step } from '../terminal/progress.mjs';

const folder = path.join(tools, 'pnpm');
const stamp = path.join(tools, 'installed');

/** Brings pnpm and every dependency, unless nothing changed since the last time. */
export async function install() {
  await bringPnpm();
  // whoever asks for pnpm below us (turbo does) finds this one
  process.env.PATH = [path.join(folder, 'node_modules', '.bin'), process.env.PATH].join(
    path.delimiter,
  );
  const now = fingerprint();
  if (
    existsSync(path.join(root, 'node_modules', '.modules.yaml')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now
  )
    return;
  await step('Instalando las dependencias', () =>
    run(
      'pnpm',
      ['install', '--frozen-lockfile', '--config.minimum-release-age=0', '--reporter=append-only'],
      {
        shell: onWindows,
        env: { ...process.env, CI: 'true' },
      },
    ),
  );
  writeFileSync(stamp, now);
}

async function bringPnpm() {
  const [, version] = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ).packageManager.split('@');
  const manifest = path.join(folder, 'node_modules', 'pnpm', 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version)
    return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  await step(`Trayendo pnpm ${version}`, () =>
    run(
      'npm',
      [
        'install',
        '--no-audit',
        '--no-fund',
        '--no-package-lock',
        '--loglevel=error',
        '--prefix',
        folder,
        `pnpm@${version}`,
      ],
      {
        cwd: folder,
        shell: onWindows,
      },
    ),
  );
}

/**
 * Changes with whatever an install depends on: this Node, the lockfile, every package.json of the
 * workspace.
 */
function fingerprint() {
  const hash = createHash('sha256').update(process.version + process.arch);
  const packages = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
  );
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...['.', 'test', ...packages].map((place) => path.join(place, 'package.json')),
  ];
  for (const file of files)
    if (existsSync(path.join(root, file)))
      hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
