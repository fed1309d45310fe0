/** The business that a list is limited to: the user's own, or the one that the query names. */
import { type Business, EVERY_BUSINESS, findBusiness, getBusiness } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

/** Undefined: all businesses. 'unknown': no business has the RUC of the query. */
export async function requestedBusiness({
  deps,
  scope,
  query,
}: AuthenticatedRequest): Promise<Business | 'unknown' | undefined> {
  if (scope !== EVERY_BUSINESS) return getBusiness(deps.db, scope);
  const ruc = query('ruc');
  if (ruc === '') return undefined;
  return (/^\d{11}$/.test(ruc) && (await findBusiness(deps.db, ruc))) || 'unknown';
}

export const UNKNOWN_RUC = 'No hay un negocio con ese RUC.';
