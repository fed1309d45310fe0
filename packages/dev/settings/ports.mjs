/** Assigns the ports of the addresses that users open. */
import getPort, { portNumbers } from 'get-port';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

const FARTHEST = 100;
const LAST = 65_535;

/**
 * By variable name. A taken port is replaced by the next free one, which is reported, unless the
 * environment names the port.
 * @param {Record<string, { wanted: number, insisted: boolean }>} wishes
 * @throws UserError naming the variable whose port is taken
 */
export async function visitedPorts(wishes) {
  /** @type {Record<string, number>} */
  const ports = {};
  for (const [name, { wanted, insisted }] of Object.entries(wishes)) {
    const port = await getPort({ port: portNumbers(wanted, Math.min(wanted + FARTHEST, LAST)) });
    if (insisted && port !== wanted)
      throw new UserError(
        `El puerto ${wanted} que pide ${name} está ocupado: libéralo o da otro en ${name}.`,
      );
    if (port !== wanted) say(`El puerto ${wanted} está ocupado: se usa ${port} (${name}).`);
    ports[name] = port;
  }
  return ports;
}
