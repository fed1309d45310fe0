/** Says which wanted ports are taken, before an install that takes minutes; it needs no package. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

/**
 * @param {Record<string, { wanted: number, insisted: boolean }>} wishes by variable name
 * @throws UserError naming the variable whose port is taken and that the environment names
 */
export async function tellTakenPorts(wishes) {
  for (const [name, { wanted, insisted }] of Object.entries(wishes)) {
    if (await isFree(wanted)) continue;
    if (insisted) throw new UserError(takenPort(name, wanted));
    say(`El puerto ${wanted} está ocupado: se usará otro (${name}).`);
  }
}

/** @param {string} name @param {number} port */
export const takenPort = (name, port) =>
  `El puerto ${port} que pide ${name} está ocupado: libéralo o da otro en ${name}.`;

/** @param {number} port */
async function isFree(port) {
  // a server on one address does not stop another on all of them, on every system
  for (const host of [undefined, '127.0.0.1']) {
    const server = createServer().listen({ port, host, exclusive: true });
    try {
      await once(server, 'listening');
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE') return false;
    }
    server.close();
  }
  return true;
}
