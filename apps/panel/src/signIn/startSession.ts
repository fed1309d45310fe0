/** Starts a session after a proof, and tells what the session still has to prove. */
import {
  closeSession,
  type NewSession,
  openSession,
  rememberDevice,
  type Stage,
  type User,
} from '@rafaga/db';
import { newCookie, sessionId } from '../edge/cookie.js';
import { newDevice } from '../edge/deviceCookie.js';
import type { PageRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { needsSecondFactor } from '../users/permissions.js';

/**
 * A session gets a new cookie: one that was known before the login must not lead into it
 * (session fixation). It ends the session that the browser had.
 * @param after what was proved before; when it holds no more, the login begins anew
 */
export async function startSession(
  request: PageRequest,
  user: User,
  stage: Stage,
  after: NewSession['after'],
): Promise<PageResponse> {
  const cookie = newCookie();
  const { deps, address } = request;
  const session = { id: sessionId(cookie), userId: user.id, stage, address, after };
  if (!(await openSession(deps.db, session))) return redirect(`/ingresar${request.url.search}`);
  if (request.session) await closeSession(deps.db, request.session);
  if (stage !== 'authenticated')
    return { kind: 'redirect', to: `/codigo${request.url.search}`, cookie: { value: cookie } };
  return {
    kind: 'redirect',
    to: returnTarget(request),
    cookie: { value: cookie },
    device: await rememberBrowser(request, user),
  };
}

/** @returns the cookie by which the browser is known from now on, also after the session */
async function rememberBrowser(request: PageRequest, { id }: User): Promise<string> {
  const { deps, address, agent } = request;
  const { cookie, tokenHash } = request.device ?? newDevice(deps.pepper);
  await rememberDevice(deps.db, { tokenHash, userId: id, address, agent });
  return cookie;
}

/** A role that can change something enrols a second factor first; development may do without. */
export function stageAfterPassword(
  { deps }: PageRequest,
  { role }: User,
  { enrolled }: { enrolled: boolean },
): Stage {
  if (enrolled) return 'code';
  return deps.secondFactor === 'required' && needsSecondFactor(role)
    ? 'enrolment'
    : 'authenticated';
}

/**
 * The page that was requested before the login; an address of another site is not followed. Instead
 * of a file it is the page that has it: a download would leave the browser on the login.
 */
export function returnTarget(request: PageRequest): string {
  const wanted = request.query('volver');
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) && !/^\/(ingresar|codigo|salir)/.test(wanted)
    ? wanted.replace(FILE, '')
    : '/';
}

/** What the address of a file has more than that of its page. */
const FILE = /(?<=^[^?]*)(?:\.csv|\/resultado|\/archivos\/[^/?]+)(?=\?|$)/;
