/** The addresses that users open: assigns their ports, and says where the programs answer. */
import { isIPv6 } from 'node:net';
import getPort, { portNumbers } from 'get-port';
import { say } from '../../processes/progress.mjs';
import { UserError } from '../../processes/userError.mjs';

const USUAL = { API_PORT: 3000, PANEL_PORT: 3001, SIMULATOR_PORT: 3002 };
const FARTHEST = 100;

/**
 * Checks the ports that the environment names: before the build, so that a taken one is told at
 * once.
 * @throws UserError naming the variable whose port is taken
 */
export async function checkPorts() {
  for (const name of Object.keys(USUAL)) {
    const wanted = Number(process.env[name] || 0);
    if (wanted && (await getPort({ port: wanted })) !== wanted)
      throw new UserError(
        `El puerto ${wanted} que pide ${name} está ocupado: libéralo o da otro en ${name}.`,
      );
  }
}

/**
 * Puts those that the environment does not name into it. A usual one that is taken is replaced by
 * the next free one, which is reported.
 * @param {Record<string, number>} usual by variable name
 */
export async function assignPorts(usual = USUAL) {
  // get-port remembers those that it checked for half a minute only
  const exclude = Object.entries(process.env)
    .filter(([name]) => name.endsWith('_PORT'))
    .map(([, port]) => Number(port || 0));
  for (const [name, first] of Object.entries(usual)) {
    if (process.env[name]) continue;
    const port = await getPort({ port: portNumbers(first, first + FARTHEST), exclude });
    if (port !== first) say(`El puerto ${first} está ocupado: se usa ${port} (${name}).`);
    process.env[name] = String(port);
  }
}

/** Of a program that listens on every address, or on the usual one. */
const LOOPBACK = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' };

/** @returns where a program answers: 'API', 'PANEL' or 'SIMULATOR' */
export function addressOf(program) {
  const { [`${program}_HOST`]: given = '', [`${program}_PORT`]: port } = process.env;
  const host = LOOPBACK[given] ?? given;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
