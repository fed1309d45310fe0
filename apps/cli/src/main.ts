/** Runs the CLI as a process: one command, one exit code. */
import { run } from './cli.js';
import { failOnLostOutput } from './terminal/lostOutput.js';

failOnLostOutput();
const code = await run(process.argv.slice(2));
process.exitCode ||= code;
