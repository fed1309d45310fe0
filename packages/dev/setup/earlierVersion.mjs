/** Puts an earlier version of the project beside this one, installed and compiled. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tools } from '../../processes/places.mjs';
import { step } from '../../processes/progress.mjs';
import { run } from '../../processes/run.mjs';
import { UserError } from '../../processes/userError.mjs';
import { installIn } from './pnpm.mjs';

/**
 * @param {string} [name] a commit or a tag; the default is the commit before the newest migration
 * @returns the folder with it
 */
export async function earlierVersion(name) {
  const git = async (...words) => (await run('git', words, { anyCode: true })).stdout.trim();
  const newest = name ?? (await git('log', '-1', '--format=%H~1', '--', 'prisma/migrations'));
  const commit = await git('rev-parse', '--verify', '--quiet', '--short=12', `${newest}^{commit}`);
  if (!commit) throw new UserError(`No hay ninguna versión «${name ?? 'anterior'}» en este git.`);
  const folder = path.join(tools, 'versions', commit);
  if (!existsSync(folder))
    await step(`Preparando la versión ${commit}`, () => make(commit, folder));
  return folder;
}

/** Its place is named last: what was interrupted is made again. */
async function make(commit, folder) {
  const cwd = `${folder}.unfinished`;
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  await run('sh', ['-c', `git archive ${commit} | tar -x -C '${cwd}'`]);
  await installIn(cwd);
  for (const script of ['generate', 'compile']) await run('pnpm', ['run', script], { cwd });
  renameSync(cwd, folder);
}
