/** The environment of each program: of the secrets, only those that it works with. */

const OF_KEYS = /^RAFAGA_(MASTER|WORKER|PANEL|ARCHIVE)_(PUBLIC_)?KEY(_PREVIOUS)?(_FILE)?$/;
const OF_PEPPER = /^RAFAGA_PEPPER(_FILE)?$/;

/**
 * The secrets that each program receives; a master key stands for keys that are absent.
 * @type {Record<string, RegExp>}
 */
const OWN = {
  api: /^RAFAGA_PEPPER/,
  worker: /^RAFAGA_(MASTER_|WORKER_|PANEL_PUBLIC_)/,
  panel: /^RAFAGA_(MASTER_|PANEL_|WORKER_PUBLIC_|PEPPER)/,
  simulator: /^$/,
};

export const programEnv = (program, env) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => OWN[program]?.test(name) || !(OF_KEYS.test(name) || OF_PEPPER.test(name)),
    ),
  );
