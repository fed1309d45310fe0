/**
 * A command whose output is lost, as on a full disk, says so and exits with 1. A program that
 * closes its pipe, as `head` does, has read enough: the command ends as if all had been read.
 */
import { terminalText } from './paint.js';
import { reasonOf } from './systemProblem.js';

export function failOnLostOutput(): void {
  process.stdout.on('error', (error) => {
    if (isClosedPipe(error) || process.exitCode === 1) return;
    process.exitCode = 1;
    process.stderr.write(
      `${terminalText(`No se puede escribir la salida: ${reasonOf(error)}.`)}\n`,
    );
  });
  // nothing is left to say it on
  process.stderr.on('error', (error) => {
    if (!isClosedPipe(error)) process.exitCode = 1;
  });
}

const isClosedPipe = (error: NodeJS.ErrnoException): boolean => error.code === 'EPIPE';
