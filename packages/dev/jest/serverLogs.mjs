/** Finds in the logs of the servers of a run why tests failed: a crash, too little memory. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SERVERS = ['postgres', 'redis'];

/** @returns gives the lines that came after this call, each with the name of its file */
export function troubleFromNow(folder) {
  const files = SERVERS.map((name) => path.join(folder, `${name}.log`));
  const before = files.map((file) => read(file).length);
  return () =>
    files.flatMap((file, at) =>
      troubleIn(read(file).slice(before[at])).map((line) => `${path.basename(file)}: ${line}`),
    );
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const TROUBLE = new RegExp(
  [
    'PANIC:',
    'was terminated by signal',
    'exited with exit code',
    'too many clients',
    'remaining connection slots',
    'out of (shared )?memory',
    'No space left',
    'database system was (interrupted|not properly)',
    'crashed by signal',
    'MISCONF',
  ].join('|'),
);
/** How each stop of PostgreSQL ends. */
const USUAL = /background worker "logical replication launcher"/;
const MOST_TROUBLE = 10;

/** The lines of a server's log that tell that it crashed or had too little of something. */
export const troubleIn = (log) =>
  log
    .split('\n')
    .filter((line) => TROUBLE.test(line) && !USUAL.test(line))
    .slice(0, MOST_TROUBLE);
