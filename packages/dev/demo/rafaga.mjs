/** Runs commands of the CLI, as an operator would type them, in one process: loading it is slow. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { roleEnv } from '../../migrate/privileges/roles.mjs';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';

const cli = pathToFileURL(path.join(root, 'apps', 'cli', 'dist', 'cli.js')).href;

/** Runs the command lines of its second argument; a zero byte ends the output of each. */
const SCRIPT = `
const [cli, lines] = process.argv.slice(1);
const { run } = await import(cli);
for (const words of JSON.parse(lines)) {
  const code = await run([...words, '--json']);
  if (code !== 0) process.exit(code);
  process.stdout.write('\\0');
}`;

/** @returns what each of them printed, as JSON; the first that fails ends them all */
export async function rafaga(lines) {
  if (lines.length === 0) return [];
  const args = ['--input-type=module', '--eval', SCRIPT, cli, JSON.stringify(lines)];
  const { stdout } = await run(process.execPath, args, { env: roleEnv('cli') });
  return stdout
    .split('\0')
    .slice(0, -1)
    .map((text) => JSON.parse(text));
}
