/**
 * The storm: kills, broken links, a failing authority, foreign documents and stale answers, chosen
 * at random from a seed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { childPids } from '../support/childPids.js';
import type { ManagedProcess } from '../support/managedProcess.js';
import { type Random, seededRandom } from '../support/seededRandom.js';
import { type Cluster, controlSimulator } from './cluster.js';
import { FIRST_ANSWERS, restoreAccessUntilSettled, takeNumber } from './foreign.js';
import type { Load } from './load.js';
import { redis } from './observe.js';
import type { Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

const PER_SECOND = 20;
/** One number in so many is taken by another system. */
const FOREIGN_EVERY = 40;
/** Outcomes of the simulator that fail the first send only. */
const ODD = ['05', '06', '07', '08', '12', '16', '20', '26', '29'] as const;

export function storm(seed: number, sales: number): Scenario {
  const random = seededRandom(seed);
  const odd = Array.from({ length: Math.ceil(sales / FOREIGN_EVERY) }, () => {
    const digits = pick(random, ODD);
    return random() < 0.5
      ? { kind: 'boletas' as const, client: `999900${digits}` }
      : { kind: 'facturas' as const, client: `209999990${digits}` };
  });
  return {
    name: `storm, seed ${seed}, ${sales} sales`,
    seconds: Math.ceil(sales / PER_SECOND),
    options: { consult: true },
    odd,
    needless: 0,
    prepare: (cluster, tenant) => takeNumbers(cluster, tenant, random, sales),
    inject: (cluster, tenant, load) => injectFaults(cluster, tenant, load, random),
  };
}

async function takeNumbers(
  cluster: Cluster,
  { ruc }: Tenant,
  random: Random,
  sales: number,
): Promise<void> {
  for (const [series, share] of [
    ['03-B001', 2 / 3],
    ['01-F001', 1 / 3],
  ] as const)
    for (let number = 1; number < sales * share; number++) {
      if (random() < 1 / FOREIGN_EVERY)
        await takeNumber(cluster, `${ruc}-${series}-${number}`, pick(random, FIRST_ANSWERS));
    }
}

type Fault = (cluster: Cluster, random: Random) => Promise<unknown> | unknown;

const FAULTS: Record<string, Fault> = {
  'an API is killed': ({ apis }, random) => pick(random, apis).kill('SIGKILL'),
  'a worker is killed': ({ workers }, random) => pick(random, workers).kill('SIGKILL'),
  'a worker freezes': async ({ workers }, random) => {
    const worker = pick(random, workers) as ManagedProcess;
    worker.kill('SIGSTOP');
    await sleep(4_000);
    worker.kill('SIGCONT');
  },
  'the second process of a worker is killed': ({ workers }, random) =>
    signalAll(secondProcesses(pick(random, workers)), 'SIGKILL'),
  'the second process of a worker freezes': async ({ workers }, random) => {
    const frozen = secondProcesses(pick(random, workers));
    signalAll(frozen, 'SIGSTOP');
    await sleep(4_000);
    signalAll(frozen, 'SIGCONT');
  },
  'Redis is killed': ({ servers }) => process.kill(servers.pid('Redis'), 'SIGKILL'),
  'Redis is emptied': (cluster) => redis(cluster, ['FLUSHALL']),
  'PostgreSQL crashes': ({ servers }) => process.kill(servers.pid('PostgreSQL'), 'SIGQUIT'),
  'every link breaks': ({ links }) => Object.values(links).forEach((link) => void link.reset()),
  'the authority cannot be reached': async ({ links: { authority } }) => {
    authority.down();
    await sleep(3_000);
    authority.heal();
  },
  'the link to the authority drops all data': async ({ links: { authority } }) => {
    authority.blackHole();
    await sleep(2_000);
    authority.heal();
    // connections that lost data cannot continue
    authority.reset();
  },
  'the authority is slow': async (cluster, random) => {
    await controlSimulator(cluster, 'latencia', {
      ms: 100,
      hasta: 200 + Math.floor(random() * 1_500),
    });
    await sleep(3_000);
    await controlSimulator(cluster, 'latencia', { ms: 0, hasta: 40 });
  },
  'the authority refuses': (cluster, random) => {
    const modo = pick(random, ['corte', 'http-503', '0109']);
    return controlSimulator(cluster, 'caida', { modo, veces: 1 + Math.floor(random() * 8) });
  },
  'answers come late': (cluster, random) => {
    const servicio = pick(random, ['envio', 'envio', 'consulta', 'rest']);
    const clase = servicio === 'rest' ? 'estado' : pick(random, ['fallo', 'constancia']);
    const veces = 1 + Math.floor(random() * 10);
    return controlSimulator(cluster, 'rezagadas', {
      servicio,
      clase,
      ms: pick(random, [1, 50]),
      cada: 2,
      veces,
    });
  },
};

/** The second process of a worker, none while the worker starts or ends. */
function secondProcesses({ child }: ManagedProcess): number[] {
  try {
    return childPids(child.pid);
  } catch {
    return [];
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended meanwhile
    }
}

/** Injects one fault after another until the load ends, and then ends all faults. */
async function injectFaults(
  cluster: Cluster,
  tenant: Tenant,
  load: Load,
  random: Random,
): Promise<void> {
  const restored = restoreAccessUntilSettled(cluster, tenant, load);
  await controlSimulator(cluster, 'latencia', { ms: 0, hasta: 40 });
  while (!load.soldAt) {
    await FAULTS[pick(random, Object.keys(FAULTS))]?.(cluster, random);
    await sleep(1_500 + random() * 3_000);
  }
  await controlSimulator(cluster, 'normal', {});
  await restored;
}

const pick = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;
