/** The folders: the checkout, its own tools, and the data of a run. */
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
/** The checkout's own tools: pnpm, a Redis, a Chromium. */
export const tools = path.join(root, '.tools');
/** Names the process that installs or builds in this checkout. */
export const changing = path.join(tools, 'changing.json');
/** The entry point of a program, once it is built. */
export const programOf = (app, checkout = root) =>
  path.join(checkout, 'apps', app, 'bundle', 'dist', 'main.js');

/** The data of a person: of npm start and the CLI. */
export const ownHome = () => path.resolve(root, process.env.RAFAGA_HOME || '.rafaga');
/** The data of another command, which may go: below RAFAGA_HOME where that is given. */
export const homeOf = (folder) => path.resolve(root, process.env.RAFAGA_HOME || '', folder);
