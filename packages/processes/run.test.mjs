/** Tests the output and the errors of a program that is run. */
import { expect, test } from '@jest/globals';
import { run } from './run.mjs';
import { UserError } from './userError.mjs';

const node = (script, options) => run(process.execPath, ['-e', script], options);

test('both streams are output, and the standard one alone too', async () => {
  const script = 'process.stdout.write("a"); process.stderr.write("b")';
  const { code, out, stdout } = await node(script);
  expect([code, [...out].sort().join(''), stdout]).toEqual([0, 'ab', 'a']);
});

test('a non-zero exit code is an error with the output, unless anyCode is set', async () => {
  const script = 'console.error("no disk"); process.exit(3)';
  await expect(node(script)).rejects.toThrow(UserError);
  await expect(node(script)).rejects.toThrow('terminó con 3\nno disk');
  expect((await node(script, { anyCode: true })).code).toBe(3);
});

test('a program that does not exist is an error that names it', async () => {
  const message = 'No se puede ejecutar program: spawn /nowhere/program ENOENT';
  await expect(run('/nowhere/program', [])).rejects.toThrow(new UserError(message));
});
