/** A port that nobody has: the wanted one if it is free. */
import { createServer } from 'node:net';
import { say } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

const FARTHEST = 100;

/**
 * Free on every address of this machine, so that neither a server on 127.0.0.1 nor one on all of
 * them is in the way.
 */
async function isFree(port) {
  for (const host of ['127.0.0.1', '::']) if (!(await canListen(port, host))) return false;
  return true;
}

const canListen = (port, host) =>
  new Promise((resolve) => {
    const server = createServer().unref();
    // no such kind of address on this machine: nobody is in the way there
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      resolve(code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL'),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

/** Any free port of 127.0.0.1. */
export const anyPort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().unref();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** The wanted port, or any other: for servers whose port nobody types. */
export const portNear = async (wanted) => (wanted && (await isFree(wanted)) ? wanted : anyPort());

/**
 * Ports for what people visit, by variable name: a taken one gives way to the next free one, aloud,
 * unless the user insists on it.
 * @throws UserError naming the variable whose port is taken
 */
export async function visitedPorts(wishes) {
  const taken = new Set();
  const ports = {};
  for (const [name, { wanted, insisted }] of Object.entries(wishes)) {
    let port = wanted;
    while (taken.has(port) || !(await isFree(port))) {
      if (insisted)
        throw new UserError(
          `El puerto ${wanted} que pide ${name} está ocupado: libéralo o da otro en ${name}.`,
        );
      if (++port > Math.min(wanted + FARTHEST, 65_535))
        throw new UserError(`No hay puerto libre desde ${wanted}: da uno en ${name}.`);
    }
    if (port !== wanted) say(`El puerto ${wanted} está ocupado: se usa ${port} (${name}).`);
    taken.add(port);
    ports[name] = port;
  }
  return ports;
}
