/** The problems of the verdict on the health, as alerts announce them. */
import type { AlertProblem } from '@rafaga/db';
import type { Deps } from '../deps.js';
import { readHealth } from '../health/readHealth.js';

/** Without that the alerts themselves are not delivered: that message could not go out either. */
const UNANNOUNCED = new Set(['process avisos']);

export async function alertProblems(deps: Deps): Promise<AlertProblem[]> {
  const { verdict } = await readHealth(deps);
  return verdict.problems
    .filter(({ key }) => !UNANNOUNCED.has(key))
    .map(({ key, severity, text, advice, link }) => ({
      key,
      severity,
      text,
      advice,
      path: link.path,
    }));
}
