/** What alerts announce: the problems of the health, and what the law will change. */
import type { AlertProblem } from '@rafaga/db';
import type { Deps } from '../deps.js';
import { readHealth } from '../health/readHealth.js';
import { lawAlerts } from '../law/lawAlerts.js';

/** Without that the alerts themselves are not delivered: that message could not go out either. */
const UNANNOUNCED = new Set(['process avisos']);

export async function alertProblems(deps: Deps): Promise<AlertProblem[]> {
  const { verdict } = await readHealth(deps);
  const silent = verdict.problems.some(({ cause }) => cause === 'postgres');
  const coming = silent ? [] : await lawAlerts(deps);
  const present = verdict.problems
    .filter(({ key }) => !UNANNOUNCED.has(key))
    .map(({ key, severity, text, advice, link }) => ({
      key,
      severity,
      text,
      advice,
      path: link.path,
    }));
  return [...present, ...coming];
}
