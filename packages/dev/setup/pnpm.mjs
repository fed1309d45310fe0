/** Installs pnpm, in the version of package.json, into this checkout, and the dependencies. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onWindows, run } from '../processes/run.mjs';
import { readJson } from '../settings/jsonFile.mjs';
import { root, tools } from '../settings/places.mjs';
import { step } from '../terminal/progress.mjs';
import { installPackage } from './npmPackage.mjs';

const folder = path.join(tools, 'pnpm');
/** In node_modules, so that it goes with what it tells about. */
const stamp = path.join(root, 'node_modules', '.installed');
const INSTALL = 'install --frozen-lockfile --config.minimum-release-age=0 --reporter=append-only';

/** Installs pnpm and every dependency, unless nothing changed since the last time. */
export async function install() {
  await bringPnpm();
  // turbo looks for pnpm on PATH
  process.env.PATH = [path.join(folder, 'node_modules', '.bin'), process.env.PATH].join(
    path.delimiter,
  );
  const current = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  rmSync(stamp, { force: true });
  await step('Instalando las dependencias', () =>
    run('pnpm', INSTALL.split(' '), { shell: onWindows, env: { ...process.env, CI: 'true' } }),
  );
  writeFileSync(stamp, current);
}

async function bringPnpm() {
  const [, version] = readJson(path.join(root, 'package.json')).packageManager.split('@');
  const manifest = path.join(folder, 'node_modules', 'pnpm', 'package.json');
  if (readJson(manifest)?.version === version) return;
  await step(`Trayendo pnpm ${version}`, () => installPackage(folder, `pnpm@${version}`));
}

/** Changes with what an install depends on: Node, the lockfile, every package.json. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version + process.arch);
  const parts = ['apps', 'packages'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(group, name)),
  );
  const manifests = ['.', 'test', ...parts].map((part) => path.join(part, 'package.json'));
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests])
    if (existsSync(path.join(root, file)))
      hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
