/**
 * Handles forms that were sent too late, because the session has ended or the password must be
 * proved again: leads the browser to the login and back to the form, which is then filled in.
 */
import { closeSession, findSession } from '@rafaga/db';
import type { Call } from './call.js';
import { isSecure, ownerOfForm, readCookie, sessionId } from './cookie.js';
import { EMPTY_FORM } from './form.js';
import { pageOfForm, withKeptForm } from './formPage.js';
import { isInFrame } from './inFrame.js';
import { completed, findKeptForm, forgetKeptForm, KEPT_FORM, keepForm } from './keptForm.js';
import { forgedForm } from './pageRefusal.js';
import type { AuthenticatedRequest, PageRequest } from './pageRequest.js';
import { type PageResponse, redirect } from './pageResponse.js';

/**
 * Without a session, a page leads to the login. A form whose session has ended is kept for its
 * user, who sees it filled in after the login, or at once if already signed in again.
 */
export async function answerLateForm(call: Call, request: PageRequest): Promise<PageResponse> {
  const { req, route } = call;
  const { deps, form } = request;
  if (req.method === 'GET') return redirect(`/ingresar${await returnQuery(call, request)}`);
  const owner = ownerOfForm(form.raw('ficha'), deps.pepper);
  if (owner === undefined || route.guard === 'public') throw forgedForm();
  if (route.path === '/codigo' || route.path === '/confirmar')
    return redirect(`/ingresar${request.url.search}`);
  const cookie = readCookie(req.get('cookie'), isSecure(deps));
  const session = cookie && (await findSession(deps.db, sessionId(cookie), { seen: false }));
  if (session && session.user.id !== owner) throw forgedForm();
  if (route.path === '/salir') {
    // the button of a page from before another login of the same user
    if (cookie && session) await closeSession(deps.db, sessionId(cookie));
    return { kind: 'redirect', to: '/ingresar', cookie: 'gone' };
  }
  const query = await returnQuery(call, request, owner);
  return session && session.stage === 'authenticated'
    ? redirect(new URLSearchParams(query).get('volver') ?? '/')
    : redirect(`/ingresar${query}`);
}

/**
 * The query that leads back after a login, to the requested page or to that of the form.
 * @param owner the user for whom the form is kept
 */
export async function returnQuery(
  { req, isPage }: Call,
  { deps, form, url }: PageRequest,
  owner?: number,
): Promise<string> {
  if (req.method === 'GET') return volverTo(req.originalUrl);
  const page = pageOfForm(req, isPage);
  // what a frame draws is typed in the page around it, whose own form is kept when it is sent
  return volverTo(
    owner === undefined || isInFrame(req)
      ? page
      : withKeptForm(page, await keepForm(deps, owner, url.pathname, form)),
  );
}

const volverTo = (page: string): string =>
  page === '/' ? '' : `?volver=${encodeURIComponent(page)}`;

/**
 * Adds the form that was kept for this user: the one that the address names, or that the form
 * itself names. A kept form completes only the same form.
 */
export async function recallForm<R extends AuthenticatedRequest>(request: R): Promise<R> {
  const { deps, form, user } = request;
  const token = form.raw(KEPT_FORM) || request.query(KEPT_FORM);
  const kept = token ? await findKeptForm(deps, user.id, token) : undefined;
  if (!kept) return request;
  if (form === EMPTY_FORM) return { ...request, kept };
  if (kept.action !== request.url.pathname) return request;
  const whole = completed(form, kept.form);
  return { ...request, form: whole, kept: { ...kept, form: whole } };
}

/** Deletes the kept form after it was carried out. */
export async function forgetSentForm(
  { deps, user, kept }: AuthenticatedRequest,
  response: PageResponse,
): Promise<void> {
  const refused = response.kind === 'page' && (response.status ?? 200) >= 400;
  if (kept && !refused) await forgetKeptForm(deps, user.id, kept);
}
