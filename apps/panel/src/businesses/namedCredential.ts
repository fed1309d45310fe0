/** The credential of the business that the path names by its key. */
import { type CredentialSummary, credentialOf } from '@rafaga/db';
import { notFound } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';

export async function namedCredential({
  deps,
  business,
  param,
}: BusinessRequest): Promise<CredentialSummary> {
  const found = await credentialOf(deps.db, business.id, param('clave'));
  if (!found) throw notFound();
  return found;
}
