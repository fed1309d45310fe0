/** The business that a list is limited to: the user's own, or the one that the query names. */
import { type Business, findBusiness, getBusiness } from '@rafaga/db';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

/** Undefined: all businesses. */
export async function requestedBusiness({
  deps,
  user,
  query,
}: AuthenticatedRequest): Promise<Business | undefined> {
  if (user.businessId !== null) return getBusiness(deps.db, user.businessId);
  const ruc = query('ruc');
  if (ruc === '') return undefined;
  const business = /^\d{11}$/.test(ruc) ? await findBusiness(deps.db, ruc) : null;
  if (!business) throw notFound();
  return business;
}
