/** Starts a Redis Cluster of three masters, of which the one with the emission has a replica. */
import { prefixOf, QUEUE } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { Redis } from 'ioredis';
import { waitFor } from '../support/waitFor.js';
import { type RedisProcess, redisProcesses } from './redisProcess.js';

export interface RedisCluster {
  servers: RedisServers;
  /** Kills the master of the queue of the emission. */
  killMaster(): Promise<void>;
  /** Moves the queue of the emission from its master to another, key by key. */
  moveEmission(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'una-clave-de-redis';
const SLOTS = 16_384;

interface Node extends RedisProcess {
  id: string;
  call(...words: (string | number)[]): Promise<unknown>;
}

export async function startCluster(): Promise<RedisCluster> {
  const processes = await redisProcesses();
  const clients: Redis[] = [];
  async function start(): Promise<Node> {
    const server = await processes.server(settings);
    const { port } = server;
    const client = new Redis({ port, password: PASSWORD, maxRetriesPerRequest: null });
    clients.push(client.on('error', () => undefined));
    const call = ([name, ...rest]: (string | number)[]) => client.call(String(name), rest);
    const id = (await client.call('CLUSTER', 'MYID')) as string;
    return { ...server, id, call: (...words) => call(words) };
  }
  const nodes = await Promise.all([1, 2, 3, 4].map(start));
  const [first, second, , replica] = nodes as [Node, Node, Node, Node];
  const masters = nodes.slice(0, 3);
  const slot = (await first.call('CLUSTER', 'KEYSLOT', prefixOf(QUEUE.emit))) as number;
  // the slots of the first master begin with that of the emission
  const share = Math.ceil(SLOTS / masters.length);
  for (const [i, node] of masters.entries())
    await node.call('CLUSTER', 'ADDSLOTS', ...slotsFrom(slot + i * share, share, i));
  for (const node of nodes.slice(1))
    await node.call('CLUSTER', 'MEET', '127.0.0.1', first.port, busOf(first.port));
  await healthy(nodes, nodes.length);
  await replica.call('CLUSTER', 'REPLICATE', first.id);
  await waitFor('the replica', async () =>
    /master_link_status:up/.test(String(await replica.call('INFO', 'replication'))),
  );
  let killed = false;
  return {
    servers: {
      nodes: masters.map(({ port }) => ({ host: '127.0.0.1', port })),
      login: { password: PASSWORD },
    },
    async killMaster() {
      killed = true;
      await first.end('SIGKILL');
    },
    moveEmission: () =>
      killed
        ? moveSlot(slot, replica, second, nodes.slice(1))
        : moveSlot(slot, first, second, masters),
    async stop() {
      for (const client of clients) client.disconnect();
      await processes.stop();
    },
  };
}

const busOf = (port: number) => (port > 40_000 ? port - 20_000 : port + 20_000);

const settings = (port: number) => [
  `port ${port}`,
  `cluster-port ${busOf(port)}`,
  `requirepass ${PASSWORD}`,
  `masterauth ${PASSWORD}`,
  'cluster-enabled yes',
  'cluster-config-file nodes.conf',
  'cluster-node-timeout 1000',
  'repl-diskless-sync-delay 0',
];

/** @param share of the slots; the last master has what is left */
const slotsFrom = (from: number, share: number, i: number): number[] =>
  Array.from({ length: Math.min(share, SLOTS - i * share) }, (_, at) => (from + at) % SLOTS);

const healthy = (nodes: readonly Node[], known: number) =>
  waitFor('the cluster', async () => {
    const states = await Promise.all(nodes.map((node) => node.call('CLUSTER', 'INFO')));
    return states.every(
      (state) =>
        /cluster_state:ok/.test(String(state)) && String(state).includes(`known_nodes:${known}`),
    );
  });

/** As the administration guide of Redis moves a slot. */
async function moveSlot(slot: number, from: Node, to: Node, all: readonly Node[]): Promise<void> {
  await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id);
  await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id);
  for (;;) {
    const keys = (await from.call('CLUSTER', 'GETKEYSINSLOT', slot, 3)) as string[];
    if (keys.length === 0) break;
    const target = ['127.0.0.1', to.port, '', 0, 5_000, 'AUTH', PASSWORD];
    await from.call('MIGRATE', ...target, 'KEYS', ...keys);
  }
  for (const node of [to, from, ...all.filter((other) => other !== to && other !== from)])
    await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', to.id);
}
