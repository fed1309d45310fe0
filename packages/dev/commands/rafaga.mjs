/** npm run rafaga -- …: the CLI, in this process, so that it answers at once. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ownHome, programOf } from '../../processes/places.mjs';

const program = programOf('cli');

export async function command(words) {
  if (!existsSync(program)) {
    const { install } = await import('../setup/pnpm.mjs');
    const { build } = await import('../setup/build.mjs');
    await install();
    await build();
  }
  process.env.RAFAGA_HOME = ownHome();
  // npm runs scripts in the root; the user names files from another folder
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  process.argv = [process.execPath, program, ...words];
  await import(pathToFileURL(program).href);
  return process.exitCode;
}
