/** A way to a server that a test can cut or freeze: in front of PostgreSQL and Redis. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** The same address as the server's, through here. */
  url: string;
  /** Breaks every connection and takes no new one. */
  cut(): void;
  /** Lets nothing through, and breaks nothing; 'down': only what comes back is held. */
  freeze(which?: 'both' | 'down'): void;
  heal(): void;
  stop(): Promise<void>;
}

export async function startLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let mood: 'well' | 'cut' | 'frozen' | 'deaf' = 'well';

  const server = createServer((near) => {
    if (mood === 'cut') return void near.destroy();
    const far = connect(Number(port), hostname);
    pass(near, far, () => mood === 'frozen');
    pass(far, near, () => mood === 'frozen' || mood === 'deaf');
  });

  function pass(from: Socket, to: Socket, held: () => boolean): void {
    open.add(from);
    from.on('data', (bytes) => {
      // what was held is lost with its connection: heal() breaks the ones that missed something
      if (held()) hurt.add(from).add(to);
      else to.write(bytes);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      if (!held()) to.destroy();
    });
  }
  const hurt = new Set<Socket>();

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      mood = 'cut';
      for (const socket of open) socket.destroy();
    },
    freeze: (which = 'both') => {
      mood = which === 'both' ? 'frozen' : 'deaf';
    },
    heal: () => {
      mood = 'well';
      for (const socket of hurt) socket.destroy();
      hurt.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
