/**
 * Lets a request through to its page: checks host, form, session, permission and business in this
 * order, runs the handler and writes its response.
 */
import { type Business, findBusiness, findSession } from '@rafaga/db';
import { whenClosed } from '@rafaga/runtime';
import { addressGroup } from '@rafaga/runtime/network';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Deps } from '../deps.js';
import { arrival } from '../signIn/arrival.js';
import { isPermitted } from '../users/permissions.js';
import { changeHeader, hasJustChanged } from './changeCookie.js';
import {
  cookieHeader,
  formTokenOf,
  isFormToken,
  newCookie,
  ownedFormToken,
  ownerOfForm,
  readCookie,
  sessionId,
} from './cookie.js';
import { readDevice } from './deviceCookie.js';
import { EMPTY_FORM, type Form, isUpload, readForm, withoutNul } from './form.js';
import { type IsPage, pageOfForm, pagesOf, withKeptForm } from './formPage.js';
import { isCrossSite, isOwnHost } from './headers.js';
import { isInFrame, problemInFrame, withinFrame } from './inFrame.js';
import { completed, findKeptForm, forgetKeptForm, KEPT_FORM, keepForm } from './keptForm.js';
import { notFound, PageRefusal } from './pageRefusal.js';
import type { AuthenticatedRequest, PageRequest, PendingRequest } from './pageRequest.js';
import { type PageResponse, redirect } from './pageResponse.js';
import { logProblem, send, sendProblem, urlOf } from './render.js';
import type { Route } from './route.js';

/** A route that asks for a recent password asks again after this long. */
const PASSWORD_FRESH_MS = 15 * 60_000;

export function addRoutes(app: Express, deps: Deps, routes: readonly Route[]): void {
  const isPage = pagesOf(routes);
  for (const route of routes) app[route.method](route.path, handlerOf(deps, route, isPage));
}

const handlerOf =
  (deps: Deps, route: Route, isPage: IsPage): RequestHandler =>
  async (req, res) => {
    const request = pageRequestOf(deps, req, res);
    if (req.method === 'POST') noteChange(deps, res);
    try {
      if (!isOwnHost(req, deps.url))
        throw new PageRefusal(400, `El panel se visita en ${deps.url.origin}.`);
      const response = await runRoute({ route, req, res, isPage }, request);
      send(res, request, isInFrame(req) ? withinFrame(response) : response);
    } catch (error) {
      if (!isInFrame(req)) return sendProblem(res, request, error);
      logProblem(request, error);
      send(res, request, problemInFrame(request, error));
    }
  };

/** Also of a form that fails: it may have changed something. */
function noteChange({ replicas, url }: Deps, res: Response): void {
  if (replicas.probe) res.append('Set-Cookie', changeHeader(replicas.maxLagMs, isSecure({ url })));
}

interface Call {
  route: Route;
  req: Request;
  res: Response;
  isPage: IsPage;
}

async function runRoute(call: Call, request: PageRequest): Promise<PageResponse> {
  const { route, req, res } = call;
  const { deps } = request;
  if (req.method === 'POST') request.from = pageOfForm(req, call.isPage);
  if (isFirstFromElsewhere(req, deps)) return arrival(request);
  const cookie =
    req.method === 'POST' ? await readOwnForm(req, request) : cookieOrNew(deps, req, res);
  if (cookie === undefined) return answerLateForm(call, request);
  request.formToken = formTokenOf(cookie);
  const id = sessionId(cookie);
  if (route.guard === 'public') return route.handle(Object.assign(request, { session: id }));
  const session = await findSession(deps.db, id, { seen: !isPoll(req) });
  if (!session) return answerLateForm(call, request);
  const pending = withSession(request, id, session);
  request.formToken = ownedFormToken(cookie, session.user.id, deps.pepper);
  if (route.guard === 'pendingSecondFactor') return route.handle(pending);
  if (session.stage !== 'authenticated') return redirect('/codigo');
  if (!isPermitted(session.user.role, route.permission))
    throw new PageRefusal(403, 'Tu rol no permite ver o hacer esto.');
  const business = route.guard === 'business' ? await requestedBusiness(pending) : undefined;
  await recallForm(pending);
  if (route.recentPassword && !isRecent(session.provedAt, request.now))
    return redirect(`/confirmar${await returnQuery(call, pending, session.user.id)}`);
  const response =
    route.guard === 'business'
      ? await route.handle(Object.assign(pending, { business: business as Business }))
      : await route.handle(pending);
  if (req.method === 'POST') await forgetSentForm(pending, response);
  return response;
}

/** An open page asks for its live part by itself: that keeps no session open. */
const isPoll = (req: Request): boolean => req.get('x-panel-poll') !== undefined;

const isRecent = (provedAt: Date, now: Date): boolean =>
  now.getTime() - provedAt.getTime() <= PASSWORD_FRESH_MS;

/**
 * A page without a session leads to the login; a form of a session that ended is kept for its user,
 * who sees it filled in after the login, or at once when signed in again already.
 */
async function answerLateForm(call: Call, request: PageRequest): Promise<PageResponse> {
  const { req, route } = call;
  const { deps, form } = request;
  if (req.method === 'GET') return redirect(`/ingresar${await returnQuery(call, request)}`);
  const owner = ownerOfForm(form.raw('ficha'), deps.pepper);
  if (owner === undefined || route.guard === 'public') throw forgedForm();
  if (route.guard === 'pendingSecondFactor' || route.path === '/confirmar')
    return redirect(`/ingresar${request.url.search}`);
  const cookie = readCookie(req.get('cookie'), isSecure(deps));
  const session = cookie && (await findSession(deps.db, sessionId(cookie), { seen: false }));
  if (session && session.user.id !== owner) throw forgedForm();
  const query = await returnQuery(call, request, owner);
  return session && session.stage === 'authenticated'
    ? redirect(new URLSearchParams(query).get('volver') ?? '/')
    : redirect(`/ingresar${query}`);
}

/**
 * A form that was kept for this user: the one that the address names, or that was sent again. What
 * it held completes no other form.
 */
async function recallForm(request: AuthenticatedRequest): Promise<void> {
  const { deps, form, user } = request;
  const token = form.raw(KEPT_FORM) || request.query(KEPT_FORM);
  if (!token) return;
  const kept = await findKeptForm(deps, user.id, token);
  const isOther = form !== EMPTY_FORM && kept?.action !== request.url.pathname;
  if (!kept || isOther) return;
  if (form !== EMPTY_FORM) request.form = completed(form, kept.form);
  request.kept = form === EMPTY_FORM ? kept : { ...kept, form: request.form };
}

/** What was carried out is not offered again. */
async function forgetSentForm(
  { deps, user, kept }: AuthenticatedRequest,
  response: PageResponse,
): Promise<void> {
  const refused = response.kind === 'page' && (response.status ?? 200) >= 400;
  if (kept && !refused) await forgetKeptForm(deps, user.id, kept);
}

const MAX_AGENT = 300;

function pageRequestOf(deps: Deps, req: Request, res: Response): PageRequest {
  const url = urlOf(req, deps);
  return {
    deps,
    read: hasJustChanged(req.get('cookie'), isSecure(deps))
      ? (read) => read(deps.db)
      : deps.replicas.read,
    url,
    requestId: res.locals.requestId,
    address: req.ip ?? '',
    device: readDevice(req.get('cookie'), isSecure(deps), deps.pepper),
    agent: withoutNul(req.get('user-agent') ?? '').slice(0, MAX_AGENT),
    now: deps.now(),
    param: (name) => withoutNul(String(req.params[name] ?? '')),
    query: (name) => withoutNul(url.searchParams.get(name) ?? '').trim(),
    form: EMPTY_FORM,
    formToken: '',
  };
}

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;

const withSession = (request: PageRequest, id: Buffer, session: Session): PendingRequest =>
  Object.assign(request, {
    session: id,
    user: session.user,
    stage: session.stage,
    by: (reason?: string) => ({
      actor: `panel:${session.user.email}`,
      reason: reason || undefined,
      requestId: request.requestId,
    }),
  });

/**
 * Reads a form of the panel's own pages.
 * @returns the cookie that the form was made for; undefined when the browser has another one now
 */
async function readOwnForm(req: Request, request: PageRequest): Promise<string | undefined> {
  if (isCrossSite(req)) throw forgedForm();
  const cookie = readCookie(req.get('cookie'), isSecure(request.deps));
  request.form = isUpload(req) ? await readUpload(req, request, cookie) : await readForm(req);
  return cookie !== undefined && isFormToken(request.form.raw('ficha'), cookie)
    ? cookie
    : undefined;
}

/** Nothing of it is read before it is known whose it is; its memory is held until the answer. */
async function readUpload(
  req: Request,
  { deps, address }: PageRequest,
  cookie: string | undefined,
): Promise<Form> {
  const session = cookie && (await findSession(deps.db, sessionId(cookie), { seen: false }));
  const { hold, release } = deps.uploadMemory.open(
    session
      ? { key: `user ${session.user.id}`, hasSession: true }
      : { key: addressGroup(address), hasSession: false },
  );
  if (req.res) whenClosed(req.res, release);
  return readForm(req, hold);
}

const forgedForm = () =>
  new PageRefusal(
    403,
    'El formulario no vino de esta página, o la sesión cambió. Vuelve a abrirla y repítelo.',
  );

/**
 * A link in an e-mail or on another site: the browser holds back the cookie of this panel, which is
 * `SameSite=Strict`. A new cookie would end the session.
 */
const isFirstFromElsewhere = (req: Request, deps: Deps): boolean =>
  req.method === 'GET' &&
  req.get('sec-fetch-site') === 'cross-site' &&
  readCookie(req.get('cookie'), isSecure(deps)) === undefined;

/** A browser without a cookie receives one: it binds the login form too. */
function cookieOrNew(deps: Deps, req: Request, res: Response): string {
  const known = readCookie(req.get('cookie'), isSecure(deps));
  const cookie = known ?? newCookie();
  if (known === undefined) res.setHeader('Set-Cookie', cookieHeader(cookie, isSecure(deps)));
  return cookie;
}

const isSecure = ({ url }: Pick<Deps, 'url'>): boolean => url.protocol === 'https:';

/**
 * The query that leads back after a login: to the page requested, or to the one of the form.
 * @param owner the user for whom the form is kept
 */
async function returnQuery(
  { req, isPage }: Call,
  { deps, form, url }: PageRequest,
  owner?: number,
): Promise<string> {
  if (req.method === 'GET') return volverTo(req.originalUrl);
  const page = pageOfForm(req, isPage);
  return volverTo(
    owner === undefined
      ? page
      : withKeptForm(page, await keepForm(deps, owner, url.pathname, form)),
  );
}

const volverTo = (page: string): string =>
  page === '/' ? '' : `?volver=${encodeURIComponent(page)}`;

/** The same 404 for a RUC that does not exist and for one of another business. */
async function requestedBusiness(request: AuthenticatedRequest): Promise<Business> {
  const ruc = request.param('ruc');
  const found = /^\d{11}$/.test(ruc) ? await findBusiness(request.deps.db, ruc) : null;
  const { businessId } = request.user;
  if (!found || (businessId !== null && businessId !== found.id)) throw notFound();
  return found;
}
