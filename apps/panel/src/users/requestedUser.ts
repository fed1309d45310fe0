/** The user that the path names. */
import { findUser, type User } from '@rafaga/db';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';

export async function requestedUser({ deps, param }: AuthenticatedRequest): Promise<User> {
  const id = param('id');
  const user = /^\d{1,9}$/.test(id) ? await findUser(deps.db, Number(id)) : undefined;
  if (!user) throw notFound();
  return user;
}
