/**
 * Generates clients from a description with the generators of `test/clients`, compiles the programs
 * there on them, and runs them.
 */
import { execFile } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLIENTS = path.resolve(import.meta.dirname, '../clients');

/** As strict as the projects of integrators usually are. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    rootDir: '.',
    outDir: 'out',
  },
  include: ['*.ts'],
};

const HEY_API_CONFIG = `export default {
  input: 'openapi.json',
  output: { path: 'generated', importFileExtension: '.js' },
};`;

/**
 * Writes the clients and the compiled programs into a folder.
 * @param description the bytes of openapi.json, as the API has served them
 */
export async function generateClients(folder: string, description: string): Promise<void> {
  await cp(path.join(CLIENTS, 'programs'), folder, { recursive: true });
  await symlink(path.join(CLIENTS, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await writeFile(path.join(folder, 'openapi.json'), description);
  await writeFile(path.join(folder, 'openapi-ts.config.mjs'), HEY_API_CONFIG);
  await Promise.all([
    node(folder, [
      'node_modules/openapi-typescript/bin/cli.js',
      'openapi.json',
      '-o',
      'schema.d.ts',
    ]),
    node(folder, ['node_modules/@hey-api/openapi-ts/bin/run.js']),
  ]);
  await node(folder, ['node_modules/typescript/bin/tsc', '-p', '.']);
}

/** @returns what the program has printed */
export async function runClient(
  folder: string,
  program: string,
  env: Record<string, string>,
): Promise<unknown> {
  return JSON.parse(await node(folder, [path.join('out', `${program}.js`)], env));
}

/** The compiler writes its errors to the standard output. */
async function node(cwd: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } };
  const ended = run(process.execPath, args, options);
  const { stdout } = await ended.catch(({ stdout, stderr }) => {
    throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  });
  return stdout;
}
