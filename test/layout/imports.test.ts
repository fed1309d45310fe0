/** Tests that dependency-cruiser enforces the table of allowed imports. */
import { spawnSync } from 'node:child_process';
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

type Import = readonly [title: string, part: string, statement: string, refusedBy?: string];

/** Each is in a file of its own. */
const IMPORTS: readonly Import[] = [
  ...(
    [
      ['by its name', "export { that } from '@rafaga/db'"],
      ['around its name', "export { that } from '../../db/src/index.js'"],
      ['for a type only', "import type { That } from '@rafaga/db';\nexport const mine: That = 1"],
      ['at run time', "export const that = import('@rafaga/db')"],
    ] as const
  ).map(
    ([way, statement]): Import => [
      `the law cannot import the database ${way}`,
      'packages/fiscal',
      statement,
      'packages/fiscal imports no other part',
    ],
  ),
  ['the database may import the law', 'packages/db', "export { that } from '@rafaga/fiscal'"],
  [
    'an app cannot import an app',
    'apps/api',
    "export { that } from '../../worker/src/index.js'",
    'apps/api imports only',
  ],
  [
    'the API cannot sign',
    'apps/api',
    "export { that } from '../../../packages/engine/src/index.js'",
    'apps/api imports only',
  ],
  [
    'production source cannot import what only tests need',
    'packages/db',
    "export { that } from '../testing/that.js'",
    'production source imports no test code',
  ],
  [
    'a part that is not in the table is refused',
    'packages/novelty',
    "export { that } from '@rafaga/fiscal'",
    'a new part is added to the table first',
  ],
];
const PARTS = [
  ...['apps/api', 'apps/worker'],
  ...['packages/db', 'packages/engine', 'packages/fiscal', 'packages/novelty'],
];

/** The names of the broken rules, by file. */
const broken = new Map<string, string[]>();
let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'rafaga-imports-'));
  for (const part of PARTS) writePart(part);
  IMPORTS.forEach(([, part, statement], at) => {
    write(fileOf(part, at), `${statement};\n`);
  });
  for (const { from, rule } of violations())
    broken.set(from, [...(broken.get(from) ?? []), rule.name]);
});
afterAll(() => rmSync(checkout, { recursive: true }));

const fileOf = (part: string, at: number) => `${part}/src/import${at}.ts`;

function write(file: string, content: string) {
  mkdirSync(path.join(checkout, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(checkout, file), content);
}

function writePart(part: string): void {
  const named = {
    name: `@rafaga/${path.basename(part)}`,
    exports: './src/index.ts',
    dependencies: { '@rafaga/db': '*', '@rafaga/fiscal': '*' },
  };
  write(`${part}/package.json`, JSON.stringify(named));
  write(`${part}/src/index.ts`, 'export const that: number = 1;\nexport type That = number;\n');
  write(`${part}/testing/that.ts`, 'export const that: number = 1;\n');
  const linked = path.join(checkout, part, 'node_modules/@rafaga');
  mkdirSync(linked, { recursive: true });
  for (const name of ['db', 'fiscal'])
    symlinkSync(path.join(checkout, 'packages', name), path.join(linked, name));
}

interface Violation {
  from: string;
  rule: { name: string };
}

/** What dependency-cruiser reports of the checkout. */
function violations(): Violation[] {
  const config = path.join(root, '.dependency-cruiser.mjs');
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const words = [program, '--config', config, '--output-type', 'json', 'apps', 'packages'];
  const { stdout } = spawnSync(process.execPath, words, {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

test.each(IMPORTS.map((each, at) => [each[0], at, each] as const))(
  '%s',
  (_title, at, [, part, , refusedBy]) => {
    expect(broken.get(fileOf(part, at)) ?? []).toEqual(
      refusedBy ? [expect.stringContaining(refusedBy)] : [],
    );
  },
);

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
