/**
 * Tests the content of the images without a container engine: deploys each program with the
 * command of the Dockerfile and runs it from there.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-images-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The deploy command of the Dockerfile, with the folder of this test as its target. */
function deployment(): string {
  const dockerfile = readFileSync(path.join(root, 'docker/Dockerfile'), 'utf8');
  const unfolded = dockerfile.replace(/ \\\n\s*/g, ' ');
  const [command] = /pnpm --filter "@rafaga\/\$app" deploy .*"\/out\/\$app"/.exec(unfolded) ?? [];
  if (!command) throw new Error('the Dockerfile has no pnpm deploy command');
  return `${command.replace('"/out/', `"${folder}/`)} --config.prefer-offline=true`;
}

test.each([
  ['api', 'Falta la variable DATABASE_URL'],
  ['worker', 'Falta la variable REDIS_URL'],
  ['panel', 'Falta la variable RAFAGA_PEPPER'],
  ['simulator', 'SIMULATOR_PORT debe ser un puerto'],
  ['cli', 'Uso: rafaga'],
])('the image of %s runs without the other parts', async (app, says) => {
  const pnpm = path.join(root, '.tools/pnpm/node_modules/.bin');
  const env = { ...process.env, app, CI: 'true', PATH: `${pnpm}:${process.env.PATH}` };
  await run('sh', ['-c', deployment()], { cwd: root, env });
  const bare = { PATH: process.env.PATH, NODE_ENV: 'production', SIMULATOR_PORT: 'x' };
  const { stdout, stderr } = await run(process.execPath, ['dist/main.js'], {
    cwd: path.join(folder, app),
    env: bare,
  }).catch((error) => error);
  expect(`${stdout}${stderr}`).toContain(says);
});
