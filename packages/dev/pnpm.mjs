import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, say, tools } from './util.mjs';

const dir = path.join(tools, 'pnpm');
const [, version] = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).packageManager.split(/[@+]/);

/** pnpm in the version that package.json names, inside this checkout: nothing global, no corepack. */
async function pnpmBin() {
  const bin = path.join(dir, 'node_modules', '.bin');
  const manifest = path.join(dir, 'node_modules', 'pnpm', 'package.json');
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version) {
    say(`getting pnpm ${version}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--prefix', dir, `pnpm@${version}`], {
      quiet: true,
      cwd: dir,
      shell: process.platform === 'win32',
    });
  }
  return bin;
}

/** Everything that asks for pnpm below us (turbo does) finds this one. */
export async function withPnpm() {
  const bin = await pnpmBin();
  process.env.PATH = [bin, path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter);
}

const stampFile = path.join(tools, 'installed');
const fingerprint = () => {
  const h = createHash('sha256').update(process.version + process.arch);
  for (const f of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) h.update(readFileSync(path.join(root, f)));
  return h.digest('hex');
};
export async function install() {
  if (
    existsSync(path.join(root, 'node_modules', '.modules.yaml')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === fingerprint()
  )
    return;
  say('pnpm install');
  await run('pnpm', ['install', '--frozen-lockfile', '--config.minimum-release-age=0', '--reporter=append-only'], {
    quiet: true,
    shell: process.platform === 'win32',
    env: { ...process.env, CI: 'true' },
  });
  writeFileSync(stampFile, fingerprint());
}
