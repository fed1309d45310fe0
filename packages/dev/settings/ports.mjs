/** Finds free ports, the wanted ones if they are free. It runs before the install. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

const FARTHEST = 100;
const LAST = 65_535;

/** The wanted port, or any other: for servers that only other programs call. */
export const portNear = async (wanted = 0) => (await free(wanted)) ?? portNear();

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
    const port = await nextFree(wanted);
    if (insisted && port !== wanted)
      throw new UserError(
        `El puerto ${wanted} que pide ${name} está ocupado: libéralo o da otro en ${name}.`,
      );
    if (port !== wanted) say(`El puerto ${wanted} está ocupado: se usa ${port} (${name}).`);
    ports[name] = port;
  }
  return ports;
}

async function nextFree(wanted) {
  for (let port = wanted; port <= Math.min(wanted + FARTHEST, LAST); port++)
    if (await free(port)) return port;
  return portNear();
}

/** Each port is given once: what gets it does not listen yet. */
const given = new Set();

/** @returns {Promise<number | undefined>} the port, or any for 0; undefined when it is taken */
async function free(port) {
  // a server on one address does not stop another on all of them, on every system
  for (const host of [undefined, '127.0.0.1']) {
    const server = createServer().listen({ port, host, exclusive: true });
    try {
      await once(server, 'listening');
    } catch {
      return undefined;
    }
    port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    server.close();
    await once(server, 'close');
  }
  if (given.has(port)) return undefined;
  given.add(port);
  return port;
}
