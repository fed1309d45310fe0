/** The environment of each program: of the secrets, only those that it works with. */

const SECRET = /^RAFAGA_((MASTER|WORKER|PANEL|ARCHIVE)_(PUBLIC_)?KEY(_PREVIOUS)?|PEPPER)(_FILE)?$/;

/** The secrets of each program; a master key stands for keys that are absent. */
const OWN = {
  api: /^RAFAGA_PEPPER/,
  worker: /^RAFAGA_(MASTER_|WORKER_|PANEL_PUBLIC_)/,
  panel: /^RAFAGA_(MASTER_|PANEL_|WORKER_PUBLIC_|PEPPER)/,
  simulator: /^$/,
};

export const programEnv = (program, env) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !SECRET.test(name) || OWN[program].test(name)),
  );
