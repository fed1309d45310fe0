/** The part of a list's address that a view keeps: its tab, its business, its filters; no page. */
import { EVERY_BUSINESS, type Scope } from '@rafaga/db';
import { FILTER_FIELDS } from './listFilter.js';

const KEPT = ['ver', 'ruc', ...FILTER_FIELDS];
const MAX_QUERY = 1_000;

/**
 * In one order, so that two addresses of one list are equal; '' when it is too long. The lists of a
 * user of one business are of that business, whatever the address says.
 */
export function viewQuery(address: string, scope: Scope): string {
  const given = new URLSearchParams(address);
  if (scope !== EVERY_BUSINESS) given.delete('ruc');
  const kept = KEPT.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value]] : [];
  });
  const query = new URLSearchParams(kept).toString();
  return query.length <= MAX_QUERY ? query : '';
}
