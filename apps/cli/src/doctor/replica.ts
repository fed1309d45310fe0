/** Checks the read replicas: that each answers, is a standby, and follows within the bound. */
import type { Db, ExaminedReplica } from '@rafaga/db';
import { type Finding, findingsOf } from './finding.js';

const { well, warning } = findingsOf('Réplica');

/** Nothing fails without a replica: the primary has its reads. */
export async function checkReplicas(
  db: Db,
  { url, maxLagMs }: { url: string; maxLagMs: number },
): Promise<Finding[]> {
  const { connectionProblem, examineReplicas } = await import('@rafaga/db');
  const withinMs = Math.min(maxLagMs, MOST_MS);
  const found = await examineReplicas(db, url, withinMs);
  return found.map((replica, index) => {
    const which = found.length === 1 ? '' : `la ${index + 1} de ${found.length} `;
    if (replica.is === 'following') return well(`${which}sigue al principal`);
    return warning(
      `${which}${problemOf(replica, withinMs, connectionProblem)}`,
      REMEDY[replica.is],
    );
  });
}

/** The doctor's time for one check is twice this. */
const MOST_MS = 10_000;

const REMEDY = {
  behind: 'Mira en ella pg_stat_wal_receiver y pg_is_wal_replay_paused()',
  promoted: 'DATABASE_REPLICA_URL debe nombrar una réplica, no el principal',
  unreachable:
    'Revisa que esté en marcha y que DATABASE_REPLICA_URL la nombre, con rol y contraseña',
} as const;

function problemOf(
  replica: Exclude<ExaminedReplica, { is: 'following' }>,
  withinMs: number,
  connectionProblem: (error: unknown) => string | undefined,
): string {
  if (replica.is === 'unreachable') return connectionProblem(replica.error) ?? 'no responde';
  return replica.is === 'promoted'
    ? 'acepta escrituras: no es una réplica'
    : `va más de ${Math.round(withinMs / 1_000)} s detrás`;
}
