/** Clients at addresses of this machine: connections that say nothing, and calls beside them. */
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';

/** @param port of the server that is tested */
export function silentClients(port: number) {
  const sockets: Socket[] = [];
  return {
    sockets,
    /** Opens a connection that says nothing. */
    open(localAddress: string): Socket {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined).resume();
      sockets.push(socket);
      return socket;
    },
    countOpen: () => sockets.filter(({ closed }) => !closed).length,
    /** The status of a call from an address, 0 when its connection is closed without an answer. */
    statusFrom: (localAddress: string): Promise<number> =>
      new Promise((resolve) => {
        const target = { port, host: '127.0.0.1', path: '/healthz', agent: false as const };
        get({ ...target, localAddress }, (res) => {
          res.resume();
          res.on('end', () => resolve(res.statusCode ?? 0));
        }).on('error', () => resolve(0));
      }),
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The value of a metric in the text of a process, 0 when it has none. */
export function metricOf(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length));
}
