/** Tests that the programs of PostgreSQL run, as a user whom they accept. */
import { expect, test } from '@jest/globals';
import { run } from '../processes/run.mjs';
import { postgresProgram, unprivilegedUser } from './postgresProgram.mjs';

test.each(['initdb', 'postgres'])('%s runs with its libraries, never as root', async (name) => {
  const user = unprivilegedUser();
  expect(user.uid ?? process.getuid()).not.toBe(0);
  const program = postgresProgram(name);
  // the folder of the checkout may be closed to that user
  const { stdout } = await run(program, ['--version'], { ...user, cwd: '/' });
  expect(stdout).toMatch(/\(PostgreSQL\) \d+/);
});
