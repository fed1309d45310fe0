/** Installs pnpm, in the version of package.json, into this checkout, and the dependencies. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../../processes/jsonFile.mjs';
import { oneAtATime } from '../../processes/oneAtATime.mjs';
import { changing, root, tools } from '../../processes/places.mjs';
import { step } from '../../processes/progress.mjs';
import { run } from '../../processes/run.mjs';

const folder = path.join(tools, 'pnpm');
/** In node_modules, so that it goes with what it tells about. */
const stamp = path.join(root, 'node_modules', '.installed');
const INSTALL = 'install --frozen-lockfile --config.minimum-release-age=0 --reporter=append-only';
const QUIET = '--no-audit --no-fund --no-package-lock --loglevel=error';

/**
 * Installs pnpm and every dependency, unless nothing changed since the last time: with another HOME
 * pnpm would fetch everything anew, and without a network remove what is there.
 */
export const install = () => oneAtATime(changing, installMissing);

async function installMissing() {
  const { packageManager } = readJson(path.join(root, 'package.json'));
  if (`pnpm@${installedVersion(folder, 'pnpm')}` !== packageManager)
    await step(`Trayendo ${packageManager}`, () => installPackage(folder, packageManager));
  // turbo looks for pnpm on PATH
  process.env.PATH = `${path.join(folder, 'node_modules', '.bin')}:${process.env.PATH}`;
  const current = dependencies();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  rmSync(stamp, { force: true });
  await step('Instalando las dependencias', () => installIn(root));
  writeFileSync(stamp, current);
}

/** What an install depends on: Node, the machine, and the lockfile, which has each dependency. */
function dependencies() {
  const machine = [process.version, process.platform, process.arch];
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => path.join(root, name));
  return [...machine, ...files.map((file) => readFileSync(file))].join('\n');
}

/** Installs what the lockfile of a checkout names. */
export const installIn = (cwd) =>
  run('pnpm', INSTALL.split(' '), { cwd, env: { ...process.env, CI: 'true' } });

/**
 * Installs one npm package into a folder of its own. npm takes what an interrupted install left for
 * whole packages.
 */
export async function installPackage(place, ...words) {
  rmSync(path.join(place, 'node_modules'), { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'package.json'), '{"private":true}');
  await run('npm', ['install', ...QUIET.split(' '), '--prefix', place, ...words], { cwd: place });
}

/** @returns the version in such a folder, if it is whole: npm writes this file last */
export function installedVersion(place, name) {
  const { packages } = readJson(path.join(place, 'node_modules', '.package-lock.json')) ?? {};
  return packages?.[`node_modules/${name}`]?.version;
}
