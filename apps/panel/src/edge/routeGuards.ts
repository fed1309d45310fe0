/**
 * Lets a request through to its page: checks host, form, session, permission and business in this
 * order, runs the handler and writes its response.
 */
import { type Business, findBusiness, findSession } from '@rafaga/db';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Deps } from '../deps.js';
import { isPermitted } from '../users/permissions.js';
import {
  cookieHeader,
  formTokenOf,
  isFormToken,
  newCookie,
  readCookie,
  sessionId,
} from './cookie.js';
import { EMPTY_FORM, readForm } from './form.js';
import { isCrossSite, isOwnHost } from './headers.js';
import { notFound, PageRefusal } from './pageRefusal.js';
import type { AuthenticatedRequest, PageRequest, PendingRequest } from './pageRequest.js';
import { type PageResponse, redirect } from './pageResponse.js';
import { send, sendProblem } from './render.js';
import type { Route } from './route.js';

/** A route that asks for a recent password asks again after this long. */
const PASSWORD_FRESH_MS = 15 * 60_000;

export function addRoutes(app: Express, deps: Deps, routes: readonly Route[]): void {
  for (const route of routes) app[route.method](route.path, handlerOf(deps, route));
}

const handlerOf =
  (deps: Deps, route: Route): RequestHandler =>
  async (req, res) => {
    const request = pageRequestOf(deps, req, res);
    try {
      if (!isOwnHost(req.get('host'), deps.url))
        throw new PageRefusal(400, `El panel se visita en ${deps.url.origin}.`);
      send(res, request, await runRoute(route, req, res, request));
    } catch (error) {
      sendProblem(res, request, error);
    }
  };

async function runRoute(
  route: Route,
  req: Request,
  res: Response,
  request: PageRequest,
): Promise<PageResponse> {
  const { deps } = request;
  const cookie =
    req.method === 'POST' ? await readOwnForm(req, request) : cookieOrNew(deps, req, res);
  request.formToken = formTokenOf(cookie);
  if (route.guard === 'public') return route.handle(request);
  const id = sessionId(cookie);
  const session = await findSession(deps.db, id);
  if (!session) return redirect(`/ingresar${returnQuery(req)}`);
  const pending = withSession(request, id, session);
  if (route.guard === 'pendingSecondFactor') return route.handle(pending);
  if (session.stage !== 'open') return redirect('/codigo');
  if (!isPermitted(session.person.role, route.permission))
    throw new PageRefusal(403, 'Tu rol no permite ver o hacer esto.');
  const business = route.guard === 'business' ? await requestedBusiness(pending) : undefined;
  if (
    route.recentPassword &&
    request.now.getTime() - session.provedAt.getTime() > PASSWORD_FRESH_MS
  )
    return redirect(`/confirmar${returnQuery(req)}`);
  return route.guard === 'business'
    ? route.handle(Object.assign(pending, { business: business as Business }))
    : route.handle(pending);
}

function pageRequestOf(deps: Deps, req: Request, res: Response): PageRequest {
  const url = new URL(req.originalUrl, deps.url);
  return {
    deps,
    url,
    requestId: res.locals.requestId,
    address: req.ip ?? '',
    now: deps.now(),
    param: (name) => String(req.params[name] ?? ''),
    query: (name) => (url.searchParams.get(name) ?? '').trim(),
    form: EMPTY_FORM,
    formToken: '',
  };
}

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;

const withSession = (request: PageRequest, id: Buffer, session: Session): PendingRequest =>
  Object.assign(request, {
    session: id,
    user: session.person,
    stage: session.stage,
    by: (reason?: string) => ({
      actor: `panel:${session.person.email}`,
      reason: reason || undefined,
      requestId: request.requestId,
    }),
  });

/** Reads a form, and refuses one that no page of the panel made for this cookie. */
async function readOwnForm(req: Request, request: PageRequest): Promise<string> {
  const cookie = readCookie(req.get('cookie'), isSecure(request.deps));
  if (isCrossSite(req) || cookie === undefined) throw forgedForm();
  request.form = await readForm(req);
  if (!isFormToken(request.form.raw('ficha'), cookie)) throw forgedForm();
  return cookie;
}

const forgedForm = () =>
  new PageRefusal(
    403,
    'El formulario no vino de esta página, o la sesión cambió. Vuelve a abrirla y repítelo.',
  );

/** A browser without a cookie receives one: it binds the login form too. */
function cookieOrNew(deps: Deps, req: Request, res: Response): string {
  const known = readCookie(req.get('cookie'), isSecure(deps));
  const cookie = known ?? newCookie();
  if (known === undefined) res.setHeader('Set-Cookie', cookieHeader(cookie, isSecure(deps)));
  return cookie;
}

const isSecure = ({ url }: Pick<Deps, 'url'>): boolean => url.protocol === 'https:';

/** The query that leads back after a login: the page requested, or the one that held the form. */
function returnQuery(req: Request): string {
  const referer = req.get('referer') ?? '';
  const formPage = URL.canParse(referer) ? new URL(referer).pathname : '/';
  const page = req.method === 'GET' ? req.originalUrl : formPage;
  return page === '/' ? '' : `?volver=${encodeURIComponent(page)}`;
}

/** The same 404 for a RUC that does not exist and for one of another business. */
async function requestedBusiness(request: AuthenticatedRequest): Promise<Business> {
  const ruc = request.param('ruc');
  const found = /^\d{11}$/.test(ruc) ? await findBusiness(request.deps.db, ruc) : null;
  const { businessId } = request.user;
  if (!found || (businessId !== null && businessId !== found.id)) throw notFound();
  return found;
}
