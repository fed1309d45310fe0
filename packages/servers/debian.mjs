/**
 * Unpacks Debian packages into a folder, as any user: apt gets a state folder of its own, and
 * nothing is installed. On a system without apt nothing is unpacked.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../processes/onPath.mjs';
import { run } from '../processes/run.mjs';
import { UserError } from '../processes/userError.mjs';

const FETCH = 'install --download-only --no-install-recommends --reinstall --yes'.split(' ');

/**
 * @param {string[][]} choices groups of packages: the first group that exists is unpacked
 * @param {string} [release] another Debian than this one: then with no package but those of a group
 */
export async function unpackDebian(folder, choices, release) {
  if (!hasApt()) return;
  const archives = path.join(folder, 'cache', 'archives');
  for (const place of ['state/lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(path.join(folder, place), { recursive: true });
  const settings = [...optionsOf(folder), ...(release ? await sourcesOf(folder, release) : [])];
  const options = settings.flatMap((option) => ['-o', option]);
  await aptGet([...options, 'update'], archives);
  for (const packages of choices) {
    const fetch = [...options, ...(release ? ['download'] : FETCH), ...packages];
    if ((await aptGet(fetch, archives, { anyCode: true })).code !== 0) continue;
    for (const deb of readdirSync(archives).filter((name) => name.endsWith('.deb')))
      await run('dpkg-deb', ['-x', path.join(archives, deb), path.join(folder, 'root')]);
    return;
  }
}

/** Whether this is a Debian, or made of its packages. */
export const hasApt = () => ['apt-get', 'dpkg-deb'].every((name) => onPath([name]));

const aptGet = (args, cwd, more = {}) =>
  run('apt-get', args, { cwd, env: { ...process.env, LC_ALL: 'C' }, ...more });

/** Another release is at the same server as that of this machine. */
async function sourcesOf(folder, release) {
  const { stdout } = await aptGet(['indextargets', '--format', '$(REPO_URI)'], folder);
  const [uri] = /^\S+\/debian\/?$/m.exec(stdout) ?? [];
  if (!uri) throw new UserError('Los paquetes de esta máquina no son de Debian.');
  const list = path.join(folder, 'sources.list');
  writeFileSync(list, `deb ${uri} ${release} main\n`);
  return [`Dir::Etc::sourcelist=${list}`, 'Dir::Etc::sourceparts=-'];
}

const optionsOf = (folder) => [
  `Dir::State=${folder}/state`,
  `Dir::State::lists=${folder}/state/lists`,
  'Dir::State::status=/var/lib/dpkg/status',
  `Dir::Cache=${folder}/cache`,
  'Debug::NoLocking=1',
  'APT::Sandbox::User=',
  // only names and versions are needed, no translations
  'Acquire::Languages=none',
  'quiet=2',
];
