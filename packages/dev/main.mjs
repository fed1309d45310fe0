/** The entry of every npm script: checks Node, then loads and runs one command. */
import { UserError } from '../processes/userError.mjs';

// a terminal or `head` that has ended reads nothing more; the command goes on
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** package.json's "engines": the first minor that will do, by major; every later major will. */
const FIRST_MINOR = { 20: 19, 22: 12 };
const [major, minor] = process.versions.node.split('.').map(Number);
const [name, ...words] = process.argv.slice(2);
try {
  if (major < 24 && !(minor >= FIRST_MINOR[major]))
    throw new UserError(
      `Se necesita Node 20.19, 22.12, 24 o más reciente; este es ${process.version}.`,
    );
  // one of them alone: what runs before the install may import only node: modules
  const { command } = await import(`./commands/${name}.mjs`);
  process.exitCode = await command(words);
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
