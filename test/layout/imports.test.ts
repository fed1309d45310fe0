/** Tests that dependency-cruiser enforces the table of allowed imports. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const { MAY_IMPORT } = (await import(path.join(root, '.dependency-cruiser.mjs'))) as {
  MAY_IMPORT: Record<string, string[]>;
};

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'rafaga-imports-'));
});
afterAll(() => rmSync(checkout, { recursive: true }));

function write(file: string, content: string) {
  mkdirSync(path.join(checkout, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(checkout, file), content);
}

/** What dependency-cruiser reports when `from` imports `to` by the statement `name`. */
function verdictOn(from: string, to: string, name: string): string {
  rmSync(checkout, { recursive: true });
  for (const part of [from, to]) {
    const named = {
      name: `@rafaga/${path.basename(part)}`,
      exports: './src/index.ts',
      dependencies: { '@rafaga/db': '*', '@rafaga/fiscal': '*' },
    };
    write(`${part}/package.json`, JSON.stringify(named));
  }
  write(`${to}/src/index.ts`, 'export const that: number = 1;\nexport type That = number;\n');
  write(`${from}/testing/that.ts`, 'export const that: number = 1;\n');
  write(`${from}/src/index.ts`, `${name};\n`);
  mkdirSync(path.join(checkout, from, 'node_modules/@rafaga'), { recursive: true });
  symlinkSync(
    path.join(checkout, to),
    path.join(checkout, from, 'node_modules/@rafaga', path.basename(to)),
  );
  const config = path.join(root, '.dependency-cruiser.mjs');
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  try {
    return execFileSync(process.execPath, [program, '--config', config, from], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

test.each([
  ['by its name', "export { that } from '@rafaga/db'"],
  ['around its name', "export { that } from '../../db/src/index.js'"],
  ['for a type only', "import type { That } from '@rafaga/db';\nexport const mine: That = 1"],
  ['at run time', "export const that = import('@rafaga/db')"],
])('the law cannot import the database %s', (_, statement) => {
  expect(verdictOn('packages/fiscal', 'packages/db', statement)).toContain(
    'packages/fiscal imports no other part',
  );
});

test('the database may import the law', () => {
  expect(
    verdictOn('packages/db', 'packages/fiscal', "export { that } from '@rafaga/fiscal'"),
  ).toContain('no dependency violations found');
});

test('an app cannot import an app, and the API cannot sign', () => {
  expect(
    verdictOn('apps/api', 'apps/worker', "export { that } from '../../worker/src/index.js'"),
  ).toContain('apps/api imports only');
  expect(
    verdictOn(
      'apps/api',
      'packages/engine',
      "export { that } from '../../../packages/engine/src/index.js'",
    ),
  ).toContain('apps/api imports only');
});

test('production source cannot import what only tests need', () => {
  expect(
    verdictOn('packages/db', 'packages/fiscal', "export { that } from '../testing/that.js'"),
  ).toContain('production source imports no test code');
});

test('a part that is not in the table is refused', () => {
  expect(
    verdictOn('packages/novelty', 'packages/fiscal', "export { that } from '@rafaga/fiscal'"),
  ).toContain('a new part is added to the table first');
});

test('every package.json depends on no more of ours than the table allows', () => {
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(path.join(root, folder))) {
      const part = `${folder}/${name}`;
      const { dependencies = {} } = JSON.parse(
        readFileSync(path.join(root, part, 'package.json'), 'utf8'),
      );
      const ours = Object.keys(dependencies).filter((dependency) =>
        dependency.startsWith('@rafaga/'),
      );
      const allowed = MAY_IMPORT[part]?.map((place) => place.split('/').slice(0, 2).join('/'));
      expect({ [part]: allowed }).toEqual({
        [part]: expect.arrayContaining(
          ours.map((dependency) => dependency.replace('@rafaga', 'packages')),
        ),
      });
    }
  }
});
