/** Finds free ports, the wanted ones if they are free. */
import getPort, { portNumbers } from 'get-port';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { takenPort } from './takenPorts.mjs';

const FARTHEST = 100;
const LAST = 65_535;

/** The wanted port, or any other: for servers that only other programs call. */
export const portNear = (wanted) => getPort(wanted ? { port: wanted } : {});

/**
 * Assigns the ports of the addresses that users open, by variable name. A taken port is replaced
 * by the next free one, which is reported, unless the environment names the port.
 * @param {Record<string, { wanted: number, insisted: boolean }>} wishes
 * @throws UserError naming the variable whose port is taken
 */
export async function visitedPorts(wishes) {
  /** @type {Record<string, number>} */
  const ports = {};
  for (const [name, { wanted, insisted }] of Object.entries(wishes)) {
    const last = insisted ? wanted : Math.min(wanted + FARTHEST, LAST);
    // get-port gives each port once, and any other where none of these is free
    const port = await getPort({ port: portNumbers(wanted, last) });
    if (insisted && port !== wanted) throw new UserError(takenPort(name, wanted));
    if (port !== wanted) say(`El puerto ${wanted} está ocupado: se usa ${port} (${name}).`);
    ports[name] = port;
  }
  return ports;
}
