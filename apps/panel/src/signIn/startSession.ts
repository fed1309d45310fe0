/** Starts a session after a proof, and tells what the session still has to prove. */
import { closeSession, openSession, type Stage, type User } from '@rafaga/db';
import { newCookie, sessionId } from '../edge/cookie.js';
import type { PageRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { needsSecondFactor } from '../users/permissions.js';

/**
 * A session gets a new cookie: one that was known before the login must not lead into it
 * (session fixation).
 */
export async function startSession(
  request: PageRequest,
  user: User,
  stage: Stage,
): Promise<PageResponse> {
  const { db } = request.deps;
  const cookie = newCookie();
  if (request.session) await closeSession(db, request.session);
  await openSession(db, sessionId(cookie), user.id, stage, request.address);
  return {
    kind: 'redirect',
    to: stage === 'authenticated' ? returnTarget(request) : `/codigo${request.url.search}`,
    cookie: { value: cookie },
  };
}

/** A role that can change something enrols a second factor first; development may do without. */
export function stageAfterPassword(
  { deps }: PageRequest,
  { role }: User,
  enrolled: boolean,
): Stage {
  if (enrolled) return 'code';
  return deps.secondFactor === 'required' && needsSecondFactor(role)
    ? 'enrolment'
    : 'authenticated';
}

/** The page that was requested before the login; an address of another site is not followed. */
export function returnTarget(request: PageRequest): string {
  const wanted = request.query('volver');
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) && !/^\/(ingresar|codigo|salir)/.test(wanted)
    ? wanted
    : '/';
}
