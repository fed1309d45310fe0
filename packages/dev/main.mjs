/** The door of every npm script: checks Node, then opens the one command that was asked for. */
import { UserError } from './terminal/userError.mjs';

// Loaded one by one: what runs before the install may import only node: modules, and a command
// waits for no other's code.
const COMMANDS = {
  start: () => import('./commands/start.mjs'),
  test: () => import('./commands/test.mjs'),
  faults: () => import('./commands/faults.mjs'),
  check: () => import('./commands/check.mjs'),
  bench: () => import('./commands/bench.mjs'),
  rafaga: () => import('./commands/rafaga.mjs'),
  prisma: () => import('./commands/prisma.mjs'),
};

/**
 * package.json's "engines", in numbers: the first good minor of each major; anything newer than the
 * last is good.
 */
const FIRST_MINOR = { 20: 19, 22: 12 };
function newEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 24 || minor >= (FIRST_MINOR[major] ?? Number.POSITIVE_INFINITY);
}

const [name, ...words] = process.argv.slice(2);
try {
  if (!newEnough(process.versions.node))
    throw new UserError(
      `Se necesita Node 20.19, 22.12, 24 o más reciente; este es ${process.version}.`,
    );
  if (!Object.hasOwn(COMMANDS, name))
    throw new UserError(`Órdenes: ${Object.keys(COMMANDS).join(', ')}.`);
  const { command } = await COMMANDS[name]();
  process.exitCode = await command(words);
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
