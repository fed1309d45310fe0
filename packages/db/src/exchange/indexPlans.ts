/**
 * For who sends the same few statements thousands of times, each finding its rows by their keys:
 * planned once, and never for the size that a backlog had at that moment, or a plan made over an
 * empty table would read all of a full one.
 */
const PLANS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
];

/** The same database, planned so. */
export function withIndexPlans(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const options = [url.searchParams.get('options'), ...PLANS.map((setting) => `-c ${setting}`)];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  return url.href;
}
