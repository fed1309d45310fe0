/**
 * Unpacks Debian packages into a folder, as any user: apt gets a state folder of its own, and
 * nothing is installed.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes/run.mjs';
import { UserError } from '../terminal/userError.mjs';

const FOLDERS = ['state/lists/partial', 'cache/archives/partial', 'debs', 'root'];

/**
 * @param {string[][]} choices groups of packages: the first group that exists is unpacked
 * @param {string} [release] another Debian than this one: then with no package but those of a group
 */
export async function unpackDebian(folder, choices, release) {
  for (const place of FOLDERS) mkdirSync(path.join(folder, place), { recursive: true });
  const sources = release ? await sourcesOf(folder, release) : [];
  const settings = [...optionsOf(folder), ...sources].flatMap((option) => ['-o', option]);
  const apt = (args, cwd = folder) => aptGet([...settings, ...args], cwd);
  await apt(['update']);
  const debs = path.join(folder, 'debs');
  for (const [main, ...more] of choices) {
    const needed = release ? [main] : await dependenciesOf(apt, main);
    if (needed.length === 0) continue;
    await apt(['download', ...new Set([...needed, ...more])], debs);
    for (const deb of readdirSync(debs))
      await run('dpkg-deb', ['-x', path.join(debs, deb), path.join(folder, 'root')]);
    return;
  }
}

const aptGet = (args, cwd) => run('apt-get', args, { cwd, env: { ...process.env, LC_ALL: 'C' } });

/** Another release is at the same server as that of this machine. */
async function sourcesOf(folder, release) {
  const { stdout } = await aptGet(['indextargets', '--format', '$(REPO_URI)'], folder);
  const [uri] = /^\S+\/debian\/?$/m.exec(stdout) ?? [];
  if (!uri) throw new UserError('Los paquetes de esta máquina no son de Debian.');
  const list = path.join(folder, 'sources.list');
  writeFileSync(list, `deb ${uri} ${release} main\n`);
  return [`Dir::Etc::sourcelist=${list}`, 'Dir::Etc::sourceparts=-'];
}

/** The package and what an install of it would bring along; empty where apt does not know it. */
async function dependenciesOf(apt, name) {
  const flags = '--print-uris --no-install-recommends --yes --reinstall install'.split(' ');
  const listed = await apt([...flags, name]).catch(() => ({ out: '' }));
  return [...listed.out.matchAll(/^'\S+' ([^_\s]+)_/gm)].map(([, found]) => found);
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
