/** Tests that the programs of PostgreSQL run, as a user whom they accept. */
import { expect, test } from '@jest/globals';
import { run } from '../processes/run.mjs';
import { includedPostgres, postgresProgram, unprivilegedUser } from './postgresProgram.mjs';

if (process.platform === 'linux')
  test('without glibc, as on Alpine, an address is asked for', () => {
    expect(() => includedPostgres('')).toThrow(/musl.*DATABASE_URL/);
  });

test.each(['initdb', 'postgres'])('%s runs with its libraries, never as root', async (name) => {
  const user = unprivilegedUser();
  expect(user.uid ?? process.getuid()).not.toBe(0);
  const program = postgresProgram(name);
  // the folder of the checkout may be closed to that user
  const { stdout } = await run(program, ['--version'], { ...user, cwd: '/' });
  expect(stdout).toMatch(/\(PostgreSQL\) \d+/);
});
