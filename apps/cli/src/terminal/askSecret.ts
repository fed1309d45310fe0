/** Asks for a secret at the terminal, without echo. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Failure } from './failure.js';

/** Undefined when stdin is no terminal. @throws Failure after Ctrl-C or Ctrl-D */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  process.stderr.write(question);
  try {
    return await lines.question('');
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    throw new Failure('No diste la contraseña: nada cambió.');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
