/** Which problems the facts of the health cannot tell anything about. */
import type { HealthFacts } from './healthFacts.js';
import { isOld, postgresProblem } from './serverProblems.js';

/**
 * Tells by its key whether a problem may hold although the verdict does not list it, or may have
 * ended: its alert must then stay as it is.
 */
export function unknownProblems(facts: HealthFacts): (key: string) => boolean {
  // what the panel sees without PostgreSQL says nothing about the alerts in it
  if (postgresProblem(facts) || isOld(facts)) return () => true;
  // the facts name them, but do not tell what is wrong with them
  const unlisted = new Set(facts.stats?.unlistedIssuers);
  return (key) => unlisted.has(key.split(' ').at(-1) ?? '');
}
