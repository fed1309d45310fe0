/** Which problems the facts of the health cannot tell anything about. */
import type { HealthFacts } from './healthFacts.js';
import { issuerProblems } from './issuerProblems.js';
import { isOld, postgresProblem } from './serverProblems.js';

/**
 * Tells by its key whether a problem may hold although the verdict does not list it, or may have
 * ended: its alert must then stay as it is.
 */
export function unknownProblems(facts: HealthFacts): (key: string) => boolean {
  // what the panel sees without PostgreSQL says nothing about the alerts in it
  if (postgresProblem(facts) || isOld(facts)) return () => true;
  const unlisted = new Map(facts.stats?.unlistedIssuers.map((each) => [each.ruc, each]));
  return (key) => {
    const issuer = unlisted.get(key.split(' ').at(-1) ?? '');
    const problems = issuer ? issuerProblems(issuer, facts.now, []) : [];
    return problems.some((problem) => problem.key === key);
  };
}
