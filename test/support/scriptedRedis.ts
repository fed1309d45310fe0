/** Starts a server like Redis whose answers a test gives, but those that a client needs first. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const FIRST: Readonly<Record<string, string>> = {
  info: '$17\r\nredis_version:7.2\r\n',
  client: '+OK\r\n',
};

/**
 * @param onCommand called with the name of every other command, in lower case
 * @param connected gets the sockets of its clients
 */
export async function startScriptedRedis(
  onCommand: (name: string, socket: Socket) => void,
  connected: Socket[] = [],
) {
  const server = createServer((socket) => {
    connected.push(socket);
    socket.on('data', (bytes) => {
      for (const [, word = ''] of bytes.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const name = word.toLowerCase();
        const answer = FIRST[name];
        if (answer) socket.write(answer);
        else onCommand(name, socket);
      }
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  };
}
