/** Runs the CLI as a process: one command, one exit code. */
import { run } from './cli.js';
import { failOnLostOutput } from './terminal/lostOutput.js';
import { terminalText } from './terminal/paint.js';

failOnLostOutput();
// a promise that a library forgot must not end the command before it has printed a new secret
process.on('unhandledRejection', (error) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Aviso: ${terminalText(text)}\n`);
});
const code = await run(process.argv.slice(2));
process.exitCode ||= code;
