/** Checks Redis: that it answers, accepts writes, and keeps what it is given. */
import { many } from '@rafaga/operations';
import type { RedisState, SentinelState } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { clockFinding } from './clock.js';
import { type Finding, findingsOf } from './finding.js';

const { well, warning, fault } = findingsOf('Redis');

/** BullMQ's scripts need it. */
const MIN_VERSION = '6.2';

export async function checkRedis(servers: RedisServers): Promise<Finding[]> {
  const { explainUnreachable, readRedisStates, readSentinels } = await import('@rafaga/queue');
  const states = await readSentinels(servers);
  const sentinels = sentinelFindings(states);
  try {
    const masters = await readRedisStates(servers);
    const asked = new Date();
    const findings = masters.flatMap((state) => [
      ...redisFindings(state),
      clockFinding('de Redis', state.at, asked),
    ]);
    return [...findings, ...sentinels];
  } catch (error) {
    // the client says that sentinels are unreachable, and a sentinel why
    const reasons = [...silentCauses(states), error as Error].map(explainUnreachable);
    const reason = reasons.find((each) => each !== undefined);
    if (!reason) throw error;
    return [fault(reason.text, reason.remedy), ...sentinels];
  }
}

const silentCauses = (states: readonly SentinelState[]): Error[] =>
  states.flatMap(({ fault: cause }) =>
    cause?.kind === 'silent' ? [new Error(cause.message)] : [],
  );

/** The findings about a Redis that answers. */
export function redisFindings(state: RedisState): Finding[] {
  const { version, policy, refused, usedBytes, maxBytes, persistence, cluster, node, replicas } =
    state;
  const [policyText = '', policyRemedy = ''] = policy?.split('. Se arregla con: ') ?? [];
  const found = [
    ...(version.localeCompare(MIN_VERSION, 'en', { numeric: true }) < 0
      ? [fault(`es la versión ${version}`, `Actualízalo a la ${MIN_VERSION} o posterior`)]
      : []),
    ...(refused ? [fault(refused.text, refused.remedy)] : []),
    ...(policy ? [fault(policyText, policyRemedy)] : []),
    ...(cluster && !node
      ? [fault('es un nodo de un clúster', 'Nombra sus nodos en REDIS_CLUSTER, y no en REDIS_URL')]
      : []),
    ...(replicas === 0 ? [LONELY] : []),
    ...(maxBytes > 0 && usedBytes > maxBytes * 0.8 ? [nearlyFull(usedBytes / maxBytes)] : []),
    ...(persistence === 'none' ? [FORGETFUL] : []),
  ];
  const all = found.length > 0 ? found : [well(`la versión ${version} responde y no borra nada`)];
  return node ? all.map((each) => ({ ...each, text: `${node}: ${each.text}` })) : all;
}

/** The findings about the sentinels that the settings name. */
export function sentinelFindings(states: readonly SentinelState[]): Finding[] {
  if (states.length === 0) return [];
  const known = Math.max(...states.map((state) => state.known));
  const found = [
    ...states.flatMap(({ node, fault: cause }) =>
      cause?.kind === 'silent'
        ? [warning(`el centinela ${node} no responde: ${cause.message}`, 'Revisa ese centinela')]
        : [],
    ),
    ...states
      .filter((state) => state.fault?.kind === 'quorum')
      .slice(0, 1)
      .map(({ fault: cause }) =>
        fault(`los centinelas no pueden elegir otro principal: ${cause?.message}`, QUORUM_REMEDY),
      ),
    ...(known > 0 && known < 3
      ? [warning(`hay ${many(known, 'centinela', 'centinelas')}`, 'Pon tres o más')]
      : []),
  ];
  return found.length > 0 ? found : [well(`${known} centinelas pueden elegir otro principal`)];
}

const QUORUM_REMEDY = 'Levanta los que faltan, o ajusta el quórum de «sentinel monitor»';

const nearlyFull = (share: number): Finding =>
  warning(`usa el ${Math.round(share * 100)} % de su memoria`, 'Sube maxmemory');

const LONELY = warning(
  'no tiene réplica: si cae, nadie lo reemplaza y los envíos salen de PostgreSQL, más despacio',
  'Añade una réplica',
);

const FORGETFUL = warning(
  'no guarda en disco: al reiniciar, las colas se rehacen desde PostgreSQL en unos segundos',
  'Para que no esperen: appendonly yes en redis.conf',
);
