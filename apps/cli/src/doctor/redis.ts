/** Checks Redis: that it answers, accepts writes, and keeps what it is given. */
import type { RedisState } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { compareClocks } from './clock.js';
import { type Finding, findingsOf } from './finding.js';

const { well, warning, fault } = findingsOf('Redis');

/** BullMQ's scripts need it. */
const MIN_VERSION = '6.2';

export async function checkRedis(servers: RedisServers): Promise<Finding[]> {
  const { readRedisStates } = await import('@rafaga/queue');
  const states = await readRedisStates(servers);
  const asked = new Date();
  return states.flatMap((state) => [
    ...judgeRedis(state),
    compareClocks('de Redis', state.at, asked),
  ]);
}

/** The findings about a Redis that answers. */
export function judgeRedis(state: RedisState): Finding[] {
  const { version, policy, refused, usedBytes, maxBytes, persistence, cluster } = state;
  const [policyText = '', policyRemedy = ''] = policy?.split('. Se arregla con: ') ?? [];
  const found = [
    ...(version.localeCompare(MIN_VERSION, 'en', { numeric: true }) < 0
      ? [fault(`es la versión ${version}`, `Actualízalo a la ${MIN_VERSION} o posterior`)]
      : []),
    ...(refused ? [fault(refused, 'Libera memoria o sube maxmemory')] : []),
    ...(policy ? [fault(policyText, policyRemedy)] : []),
    ...(cluster
      ? [fault('es un nodo de un clúster', 'Usa un Redis sin clúster: las colas son de un nodo')]
      : []),
    ...(maxBytes > 0 && usedBytes > maxBytes * 0.8 ? [nearlyFull(usedBytes / maxBytes)] : []),
    ...(persistence === 'none' ? [FORGETFUL] : []),
  ];
  return found.length > 0 ? found : [well(`la versión ${version} responde y no borra nada`)];
}

const nearlyFull = (share: number): Finding =>
  warning(`usa el ${Math.round(share * 100)} % de su memoria`, 'Sube maxmemory');

const FORGETFUL = warning(
  'no guarda en disco: al reiniciar, las colas se rehacen desde PostgreSQL en unos segundos',
  'Para que no esperen: appendonly yes en redis.conf',
);
