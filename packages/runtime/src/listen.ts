/** Makes a server listen, or says in one sentence why it cannot. */
import type { AddressInfo, ListenOptions, Server } from 'node:net';
import { ConfigError } from './config.js';

/**
 * Resolves to the port.
 * @param name how the variables of the address begin: API for API_PORT and API_HOST
 * @throws ConfigError when the port is taken or forbidden, or the host is none of this machine
 */
export async function listen(server: Server, name: string, at: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, name, at))).listen(at, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function explained(error: NodeJS.ErrnoException, name: string, { port, host }: ListenOptions) {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`El puerto ${port} está ocupado: elige otro con ${name}_PORT.`);
    case 'EACCES':
      return new ConfigError(
        `Este usuario no puede abrir el puerto ${port}: elige otro con ${name}_PORT.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`${name}_HOST no es una dirección de esta máquina: «${host}».`);
    default:
      return error;
  }
}
