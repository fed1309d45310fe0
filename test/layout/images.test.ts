/**
 * Tests the content of the images without a container engine: puts the files of each into a folder,
 * as the Dockerfile does, and runs them there.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const folders: string[] = [];
const aFolder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'rafaga-images-'));
  folders.push(made);
  return made;
};
const folder = aFolder();
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true });
});

const pnpm = path.join(root, '.tools/pnpm/node_modules/.bin');

/** Runs the command of the Dockerfile. */
const release = (target: string, app: string) =>
  run(process.execPath, ['packages/supply/release.mjs', target, app], {
    cwd: root,
    env: { ...process.env, CI: 'true', PATH: `${pnpm}:${process.env.PATH}` },
  });

test('the Dockerfile takes the files of the images from the same command', () => {
  expect(readFileSync(path.join(root, 'docker/Dockerfile'), 'utf8')).toContain(
    'node packages/supply/release.mjs /out\n',
  );
});

test('the bases of the images and all servers of compose are named by their digest', () => {
  const read = (file: string) => readFileSync(path.join(root, 'docker', file), 'utf8');
  const dockerfile = read('Dockerfile');
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !stages.includes(name));
  const named = bases.map((base) => {
    const [, argument] = /^\$\{(\w+)\}$/.exec(base) ?? [];
    return new RegExp(`^ARG ${argument}=(\\S+)$`, 'm').exec(dockerfile)?.[1] ?? base;
  });
  const servers = [...read('compose.yaml').matchAll(/^ +image: (?:&\S+ )?\$\{\w+:-(\S+)\}$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('rafaga-'));
  expect([named.length, servers.length]).toEqual([3, 5]);
  for (const name of [...named, ...servers]) expect(name).toMatch(/:\S+@sha256:[\da-f]{64}$/);
});

test('every program of compose but the simulator reads the other settings', () => {
  const { services } = parse(readFileSync(path.join(root, 'docker/compose.yaml'), 'utf8'), {
    merge: true,
  });
  const readers = Object.entries<{ env_file?: object }>(services)
    .filter(([, { env_file }]) => env_file)
    .map(([name, { env_file }]) => [name, env_file]);
  const file = [{ path: 'settings.env', required: false }];
  const programs = ['api', 'worker', 'panel', 'cli', 'backup'];
  expect(readers).toEqual(programs.map((name) => [name, file]));
});

/** It copies them into the container, which the engine refuses where the root is read-only. */
test('compose gives no secret of its environment to a read-only container', () => {
  const { services, secrets = {} } = parse(
    readFileSync(path.join(root, 'docker/compose.yaml'), 'utf8'),
    { merge: true },
  );
  const wrong = Object.entries<{ read_only?: boolean; secrets?: string[] }>(services).filter(
    ([, { read_only: fixed, secrets: named = [] }]) =>
      fixed && named.some((name) => secrets[name]?.environment),
  );
  expect(wrong).toEqual([]);
});

test('no build takes the keys of a local run into an image', () => {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['**/.env', 'docker/settings.env', '.rafaga*', '.git', '.tools']),
  );
});

test.each([
  ['api', 'Falta la variable DATABASE_URL'],
  ['worker', 'Falta la variable REDIS_URL'],
  ['panel', 'Falta la variable RAFAGA_PEPPER'],
  ['simulator', 'SIMULATOR_PORT debe ser un puerto'],
  ['cli', 'Uso: rafaga'],
])('the image of %s runs without the other parts', async (app, says) => {
  await release(folder, app);
  const bare = { PATH: process.env.PATH, NODE_ENV: 'production', SIMULATOR_PORT: 'x' };
  const { stdout, stderr } = await run(process.execPath, ['dist/main.js'], {
    cwd: path.join(folder, app),
    env: bare,
  }).catch((error) => error);
  expect(`${stdout}${stderr}`).toContain(says);
});

test('an image has the license of each package in it', () => {
  const text = readFileSync(path.join(folder, 'api', 'LICENSES.txt'), 'utf8');
  expect(text).toMatch(/^express [\d.]+ \(MIT\)\n\n\(The MIT License\)/m);
  expect(text).toMatch(/^dejavu-fonts-ttf [\d.]+ /m);
});

/** `packages/db` imports types of Prisma alone; its code would be half of these images. */
test('the images of API and worker have no Prisma client', () => {
  const prisma = /^@prisma\/client /m;
  const has = (app: string) =>
    prisma.test(readFileSync(path.join(folder, app, 'LICENSES.txt'), 'utf8'));
  expect(['api', 'worker', 'panel', 'cli'].filter(has)).toEqual(['panel', 'cli']);
});

test('the same sources give the same files', async () => {
  const [first, second, again] = [aFolder(), aFolder(), aFolder()];
  for (const each of [first, second])
    await run(process.execPath, ['packages/supply/bundle.mjs', each, 'cli'], { cwd: root });
  await release(again, 'cli');
  // it fails at a difference
  const diff = (...names: string[]) => run('diff', ['--recursive', '--brief', ...names]);
  await diff(first, second);
  await diff(path.join(folder, 'cli'), path.join(again, 'cli'));
});
