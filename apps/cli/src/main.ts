/** Runs the CLI as a process: one command, one exit code. */
import { run } from './cli.js';

process.exitCode = await run(process.argv.slice(2));
