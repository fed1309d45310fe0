/**
 * Everything at once: kills, broken links, an authority in trouble, foreign documents and late
 * answers, drawn from a seed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess } from '../support/managedProcess.js';
import { type Cluster, tellAuthority } from './cluster.js';
import { FIRST_ANSWERS, restoreAccessUntilSettled, takeNumber } from './foreign.js';
import type { Load } from './load.js';
import { redis } from './look.js';
import type { Scenario } from './scenario.js';
import type { Tenant } from './tenant.js';

const PER_SECOND = 20;
/** So many sales meet another system's document. */
const FOREIGN_EVERY = 40;
/**
 * What the simulator does to a sale by its client: lost, refused or damaged once, and well the next
 * time.
 */
const ODD = ['05', '06', '07', '08', '12', '16', '20', '26', '29'] as const;

export function storm(seed: number, sales: number): Scenario {
  const random = drawn(seed);
  const odd = Array.from({ length: Math.ceil(sales / FOREIGN_EVERY) }, () => {
    const digits = one(random, ODD);
    return random() < 0.5
      ? { kind: 'boletas' as const, client: `999900${digits}` }
      : { kind: 'facturas' as const, client: `209999990${digits}` };
  });
  return {
    name: `storm, seed ${seed}, ${sales} sales`,
    seconds: Math.ceil(sales / PER_SECOND),
    wishes: { consult: true },
    odd,
    needless: 0,
    prepare: (cluster, tenant) => takeNumbers(cluster, tenant, random, sales),
    inject: (cluster, tenant, load) => rage(cluster, tenant, load, random),
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
        await takeNumber(cluster, `${ruc}-${series}-${number}`, one(random, FIRST_ANSWERS));
    }
}

type Random = () => number;
type Blow = (cluster: Cluster, random: Random) => Promise<unknown> | unknown;

const BLOWS: Record<string, Blow> = {
  'an API dies': ({ apis }, random) => one(random, apis).kill('SIGKILL'),
  'a worker dies': ({ workers }, random) => one(random, workers).kill('SIGKILL'),
  'a worker freezes': async ({ workers }, random) => {
    const worker = one(random, workers) as ManagedProcess;
    worker.kill('SIGSTOP');
    await sleep(4_000);
    worker.kill('SIGCONT');
  },
  'Redis dies': ({ servers }) => process.kill(servers.pid('Redis'), 'SIGKILL'),
  'Redis is emptied': (cluster) => redis(cluster, ['FLUSHALL']),
  'PostgreSQL crashes': ({ servers }) => process.kill(servers.pid('PostgreSQL'), 'SIGQUIT'),
  'every link breaks': ({ links }) => Object.values(links).forEach((link) => void link.reset()),
  'the authority cannot be reached': async ({ links: { authority } }) => {
    authority.down();
    await sleep(3_000);
    authority.heal();
  },
  'the way to the authority swallows everything': async ({ links: { authority } }) => {
    authority.blackHole();
    await sleep(2_000);
    authority.heal();
    // what a black hole has swallowed is gone
    authority.reset();
  },
  'the authority is slow': async (cluster, random) => {
    await tellAuthority(cluster, 'latencia', {
      ms: 100,
      hasta: 200 + Math.floor(random() * 1_500),
    });
    await sleep(3_000);
    await tellAuthority(cluster, 'latencia', { ms: 0, hasta: 40 });
  },
  'the authority refuses': (cluster, random) => {
    const modo = one(random, ['corte', 'http-503', '0109']);
    return tellAuthority(cluster, 'caida', { modo, veces: 1 + Math.floor(random() * 8) });
  },
  'answers come late': (cluster, random) => {
    const servicio = one(random, ['envio', 'envio', 'consulta', 'rest']);
    const clase = servicio === 'rest' ? 'estado' : one(random, ['fallo', 'constancia']);
    const veces = 1 + Math.floor(random() * 10);
    return tellAuthority(cluster, 'rezagadas', {
      servicio,
      clase,
      ms: one(random, [1, 50]),
      cada: 2,
      veces,
    });
  },
};

/** One blow after the other until everything is sold; then all is well again. */
async function rage(cluster: Cluster, tenant: Tenant, load: Load, random: Random): Promise<void> {
  const restored = restoreAccessUntilSettled(cluster, tenant, load);
  await tellAuthority(cluster, 'latencia', { ms: 0, hasta: 40 });
  while (!load.soldAt) {
    await BLOWS[one(random, Object.keys(BLOWS))]?.(cluster, random);
    await sleep(1_500 + random() * 3_000);
  }
  await tellAuthority(cluster, 'normal', {});
  await restored;
}

const one = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;

/** mulberry32: the same numbers from the same seed, on every machine. */
function drawn(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
