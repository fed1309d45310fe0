/**
 * Lets a request through to its page: checks host, form, session, permission and business in this
 * order, runs the handler and writes its response.
 */
import { findBusiness, findSession, isInScope } from '@rafaga/db';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Deps } from '../deps.js';
import { isPermitted, type Permission } from '../users/permissions.js';
import { scopeOf } from '../users/scopeOf.js';
import { admitBrowser } from './admitBrowser.js';
import { type Call, reach } from './call.js';
import { changeHeader } from './changeCookie.js';
import { countChange } from './changeCounts.js';
import { isSecure, ownedFormToken } from './cookie.js';
import { type IsPage, pagesOf } from './formPage.js';
import { isOwnHost } from './headers.js';
import { isInFrame, problemInFrame, withinFrame } from './inFrame.js';
import { answerLateForm, forgetSentForm, recallForm, returnQuery } from './lateForm.js';
import { notFound, PageRefusal } from './pageRefusal.js';
import type {
  AuthenticatedRequest,
  BoundRequest,
  BusinessRequest,
  PendingRequest,
} from './pageRequest.js';
import { pageRequestOf } from './pageRequestOf.js';
import { isResponse, type PageHandler, type PageResponse, redirect } from './pageResponse.js';
import { logProblem, send, sendProblem } from './render.js';
import type { Route } from './route.js';

/** A route that needs a recent password asks again after this time. */
const PASSWORD_FRESH_MS = 15 * 60_000;

export function addRoutes(app: Express, deps: Deps, routes: readonly Route[]): void {
  const isPage = pagesOf(routes);
  for (const route of routes) app[route.method](route.path, handlerOf(deps, route, isPage));
}

const handlerOf =
  (deps: Deps, route: Route, isPage: IsPage): RequestHandler =>
  async (req, res) => {
    const call: Call = { route, req, res, isPage, reached: pageRequestOf(deps, req, res) };
    if (req.method === 'POST') noteChange(deps, res);
    try {
      if (!isOwnHost(req, deps.url))
        throw new PageRefusal(400, `El panel se visita en ${deps.url.origin}.`);
      const response = await runRoute(call);
      send(res, call.reached, isInFrame(req) ? withinFrame(req, response) : response);
    } catch (error) {
      if (!isInFrame(req)) return sendProblem(res, call.reached, error);
      logProblem(call.reached, error);
      send(res, call.reached, problemInFrame(call.reached, error));
    }
  };

/** Sets the cookie also for a form that fails, because it may have changed something. */
function noteChange({ replicas, url }: Deps, res: Response): void {
  if (replicas.probe) res.append('Set-Cookie', changeHeader(replicas.maxLagMs, isSecure({ url })));
}

/**
 * Runs the guards in order: each gives the request for the next one, or a response that ends the
 * call.
 */
async function runRoute(call: Call): Promise<PageResponse> {
  const { route } = call;
  const bound = await admitBrowser(call);
  if (isResponse(bound)) return bound;
  if (route.guard === 'public') return route.handle(bound);
  const pending = await admitSession(call, bound);
  if (isResponse(pending)) return pending;
  if (route.guard === 'pendingSecondFactor') return route.handle(pending);
  const authenticated = admitRole(route.permission, pending);
  if (isResponse(authenticated)) return authenticated;
  if (route.method === 'post' || route.isExport)
    countChange(authenticated.deps.changeCounts, authenticated.user.id);
  if (route.guard === 'authenticated') return runPermitted(call, route, authenticated);
  return runPermitted(call, route, await admitToBusiness(authenticated));
}

async function admitSession(
  call: Call,
  request: BoundRequest,
): Promise<PendingRequest | PageResponse> {
  const { deps, requestId } = request;
  const session = await findSession(deps.db, request.session, { seen: !isPoll(call.req) });
  if (!session) return answerLateForm(call, request);
  const { user, stage, provedAt } = session;
  return reach(call, {
    ...request,
    user,
    stage,
    provedAt,
    formToken: ownedFormToken(request.formToken, user.id, deps.pepper),
    by: (reason) => ({ actor: `panel:${user.email}`, reason: reason || undefined, requestId }),
  });
}

/** Whether an open page fetches its live part by itself, which must not extend the session. */
const isPoll = (req: Request): boolean => req.get('x-panel-poll') !== undefined;

function admitRole(
  permission: Permission,
  request: PendingRequest,
): AuthenticatedRequest | PageResponse {
  const { stage } = request;
  if (stage !== 'authenticated') return redirect('/codigo');
  if (!isPermitted(request.user.role, permission))
    throw new PageRefusal(403, 'Tu rol no permite ver o hacer esto.');
  return { ...request, stage, scope: scopeOf(request.user) };
}

/** Answers the same 404 for an unknown RUC and for that of another business. */
async function admitToBusiness(request: AuthenticatedRequest): Promise<BusinessRequest> {
  const ruc = request.param('ruc');
  const business = /^\d{11}$/.test(ruc) ? await findBusiness(request.deps.db, ruc) : null;
  if (!business || !isInScope(request.scope, business.id)) throw notFound();
  return { ...request, business };
}

interface PermittedRoute<R extends AuthenticatedRequest> {
  recentPassword: boolean;
  handle: PageHandler<R>;
}

/** Asks for the password again if the route needs a recent one, and keeps the form meanwhile. */
async function runPermitted<R extends AuthenticatedRequest>(
  call: Call,
  { recentPassword, handle }: PermittedRoute<R>,
  request: R,
): Promise<PageResponse> {
  const recalled = reach(call, await recallForm(request));
  if (recentPassword && !isRecent(recalled))
    return redirect(`/confirmar${await returnQuery(call, recalled, recalled.user.id)}`);
  const response = await handle(recalled);
  if (call.req.method === 'POST') await forgetSentForm(recalled, response);
  return response;
}

const isRecent = ({ provedAt, now }: AuthenticatedRequest): boolean =>
  now.getTime() - provedAt.getTime() <= PASSWORD_FRESH_MS;
