/** Assigns the ports of the addresses that users open. */
import getPort, { portNumbers } from 'get-port';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

const USUAL = { API_PORT: 3000, PANEL_PORT: 3001, SIMULATOR_PORT: 3002 };
const FARTHEST = 100;

/**
 * Puts them into the environment. A usual one that is taken is replaced by the next free one, which
 * is reported; one that the environment names is not.
 * @param {Record<string, number>} usual by variable name
 * @throws UserError naming the variable whose port is taken
 */
export async function assignPorts(usual = USUAL) {
  for (const [name, first] of Object.entries(usual)) {
    const insisted = Number(process.env[name] || 0);
    const wanted = insisted || first;
    const port = await getPort({ port: insisted || portNumbers(first, first + FARTHEST) });
    if (insisted && port !== wanted)
      throw new UserError(
        `El puerto ${wanted} que pide ${name} está ocupado: libéralo o da otro en ${name}.`,
      );
    if (port !== wanted) say(`El puerto ${wanted} está ocupado: se usa ${port} (${name}).`);
    process.env[name] = String(port);
  }
}
