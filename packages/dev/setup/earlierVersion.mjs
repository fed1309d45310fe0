/** Puts an earlier version of the project beside this one, installed and compiled. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { onWindows, run } from '../processes/run.mjs';
import { tools } from '../settings/places.mjs';
import { step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

const INSTALL = 'install --frozen-lockfile --config.minimum-release-age=0 --reporter=append-only';
const MIGRATIONS = 'prisma/migrations';

/**
 * @param {string} [name] a commit or a tag; the default is the commit before the newest migration
 * @returns the folder with it
 */
export async function earlierVersion(name) {
  const commit = await commitOf(name);
  const folder = path.join(tools, 'versions', commit);
  if (!existsSync(folder))
    await step(`Preparando la versión ${commit}`, () => make(commit, folder));
  return folder;
}

async function commitOf(name) {
  const git = async (...words) =>
    (await run('git', words, { anyCode: true })).stdout.trim().slice(0, 12);
  const newest = name ? undefined : await git('log', '-1', '--format=%H', '--', MIGRATIONS);
  const commit = await git('rev-parse', '--verify', '--quiet', `${name ?? `${newest}~1`}^{commit}`);
  if (!commit) throw new UserError(`No hay ninguna versión «${name ?? 'anterior'}» en este git.`);
  return commit;
}

/** Its place is named last: what was interrupted is made again. */
async function make(commit, folder) {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = path.join(unfinished, 'archive.tar');
  await run('git', ['archive', '--output', archive, commit]);
  const inside = { cwd: unfinished, shell: onWindows, env: { ...process.env, CI: 'true' } };
  await run('tar', ['-xf', archive], inside);
  rmSync(archive);
  await run('pnpm', INSTALL.split(' '), inside);
  for (const script of ['generate', 'compile']) await run('pnpm', ['run', script], inside);
  renameSync(unfinished, folder);
}
