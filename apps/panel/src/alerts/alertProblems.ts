/** The problems that alerts announce: those of the health page, and coming changes of law. */
import type { KnownProblems } from '@rafaga/db';
import type { Deps } from '../deps.js';
import { readHealth } from '../health/readHealth.js';
import { lawAlerts } from '../law/lawAlerts.js';

/**
 * Not announced: it means that alerts are not delivered, so that its message would not be either.
 */
const UNANNOUNCED = 'process avisos';

export async function alertProblems(deps: Deps): Promise<KnownProblems> {
  const { verdict, isUnknown } = await readHealth(deps);
  const silent = verdict.problems.some(({ cause }) => cause === 'postgres');
  const coming = silent ? [] : await lawAlerts(deps);
  const present = verdict.problems
    .filter(({ key }) => !key.startsWith(UNANNOUNCED))
    .map(({ key, severity, text, advice, link }) => ({
      key,
      severity,
      text,
      advice,
      path: link.path,
    }));
  return { problems: [...present, ...coming], isUnknown };
}
