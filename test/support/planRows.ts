/** What EXPLAIN (ANALYZE, FORMAT JSON) tells of a statement's reads. */

export interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The largest number of rows that one node of a plan read. */
export function mostRead(plan: Plan): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops } = plan;
  const own = (rows + (plan['Rows Removed by Filter'] ?? 0)) * loops;
  return Math.max(own, ...(plan.Plans ?? []).map(mostRead));
}
