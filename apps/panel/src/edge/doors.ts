/**
 * How a request comes to its page: who it is, whether the form is ours, whether the role allows it;
 * then the page, and its answer.
 */
import { type Business, findBusiness, findSession, type SignedIn } from '@rafaga/db';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Deps } from '../app.js';
import { type Act, may } from '../people/roles.js';
import { cookieHeader, newCookie, readCookie, sameToken, sessionId, tokenOf } from './cookie.js';
import { EMPTY, readForm } from './form.js';
import { fromElsewhere, knownHost } from './headers.js';
import { send, sendProblem } from './render.js';
import {
  type Answer,
  go,
  type Handler,
  notFound,
  type OfBusiness,
  Refused,
  type Signed,
  type Visit,
} from './visit.js';

type Method = 'get' | 'post';

export type Route =
  /** Anybody. */
  | { door: 'open'; method: Method; path: string; handle: Handler<Visit> }
  /** Who has proved the password, and maybe nothing else yet. */
  | { door: 'half'; method: Method; path: string; handle: Handler<Half> }
  /** Who is signed in and may do this. `delicate`: and has proved the password within minutes. */
  | {
      door: 'signed';
      method: Method;
      path: string;
      act: Act;
      delicate: boolean;
      handle: Handler<Signed>;
    }
  /** The same, on the pages of one business: `:ruc` in the path. */
  | {
      door: 'business';
      method: Method;
      path: string;
      act: Act;
      delicate: boolean;
      handle: Handler<OfBusiness>;
    };

export interface Half extends Signed {
  stage: SignedIn['stage'];
}

interface More {
  delicate?: boolean;
}

export const open = (method: Method, path: string, handle: Handler<Visit>): Route => ({
  door: 'open',
  method,
  path,
  handle,
});
export const half = (method: Method, path: string, handle: Handler<Half>): Route => ({
  door: 'half',
  method,
  path,
  handle,
});
export const signed = (
  method: Method,
  path: string,
  act: Act,
  handle: Handler<Signed>,
  { delicate = false }: More = {},
): Route => ({
  ...{ door: 'signed', method, path, act, delicate, handle },
});
export const business = (
  method: Method,
  path: string,
  act: Act,
  handle: Handler<OfBusiness>,
  { delicate = false }: More = {},
): Route => ({
  ...{ door: 'business', method, path, act, delicate, handle },
});

/** For what is delicate the password is asked for again after this. */
const PROVED_MS = 15 * 60_000;

export function addRoutes(app: Express, deps: Deps, routes: readonly Route[]): void {
  for (const route of routes) app[route.method](route.path, through(deps, route));
}

const through =
  (deps: Deps, route: Route): RequestHandler =>
  async (req, res) => {
    const visit = firstLook(deps, req, res);
    try {
      if (!knownHost(req.get('host'), deps.url))
        throw new Refused(400, `El panel se visita en ${deps.url.origin}.`);
      send(res, visit, await enter(deps, route, req, res, visit));
    } catch (error) {
      sendProblem(res, visit, error);
    }
  };

async function enter(
  deps: Deps,
  route: Route,
  req: Request,
  res: Response,
  visit: Visit,
): Promise<Answer> {
  const cookie =
    req.method === 'POST' ? await readOwnForm(deps, req, visit) : anyCookie(deps, req, res);
  visit.token = tokenOf(cookie);
  if (route.door === 'open') return route.handle(visit);
  const id = sessionId(cookie);
  const session = await findSession(deps.db, id);
  if (!session) return go(`/ingresar${back(req)}`);
  const actor = `panel:${session.person.email}`;
  const signed: Half = Object.assign(visit, {
    session: id,
    person: session.person,
    stage: session.stage,
    by: (reason?: string) => ({ actor, reason: reason || undefined, requestId: visit.requestId }),
  });
  if (route.door === 'half') return route.handle(signed);
  if (session.stage !== 'open') return go('/codigo');
  if (!may(session.person.role, route.act))
    throw new Refused(403, 'Tu rol no permite ver o hacer esto.');
  const of = route.door === 'business' ? await businessOf(signed) : undefined;
  if (route.delicate && visit.now.getTime() - session.provedAt.getTime() > PROVED_MS)
    return go(`/confirmar${back(req)}`);
  return route.door === 'business'
    ? route.handle(Object.assign(signed, { business: of as Business }))
    : route.handle(signed);
}

function firstLook(deps: Deps, req: Request, res: Response): Visit {
  const url = new URL(req.originalUrl, deps.url);
  return {
    deps,
    url,
    requestId: res.locals.requestId,
    address: req.ip ?? '',
    now: deps.clock(),
    param: (name) => String(req.params[name] ?? ''),
    query: (name) => (url.searchParams.get(name) ?? '').trim(),
    form: EMPTY,
    token: '',
  };
}

/** A form counts when it comes from a page of ours, made for this cookie. */
async function readOwnForm(deps: Deps, req: Request, visit: Visit): Promise<string> {
  const cookie = readCookie(req.get('cookie'), isSecure(deps));
  if (fromElsewhere(req) || cookie === undefined) throw forged();
  visit.form = await readForm(req);
  if (!sameToken(visit.form.raw('ficha'), cookie)) throw forged();
  return cookie;
}

const forged = () =>
  new Refused(
    403,
    'El formulario no vino de esta página, o la sesión cambió. Vuelve a abrirla y repítelo.',
  );

/** A visitor without one gets one: the form of the login is held by it too. */
function anyCookie(deps: Deps, req: Request, res: Response): string {
  const known = readCookie(req.get('cookie'), isSecure(deps));
  const cookie = known ?? newCookie();
  if (known === undefined) res.setHeader('Set-Cookie', cookieHeader(cookie, isSecure(deps)));
  return cookie;
}

const isSecure = ({ url }: Pick<Deps, 'url'>): boolean => url.protocol === 'https:';

/** Where to go on afterwards: the page asked for, or the one whose form it was. */
function back(req: Request): string {
  const referer = req.get('referer') ?? '';
  const page =
    req.method === 'GET'
      ? req.originalUrl
      : URL.canParse(referer)
        ? new URL(referer).pathname
        : '/';
  return page === '/' ? '' : `?volver=${encodeURIComponent(page)}`;
}

/** Somebody of another business, and a RUC that nobody has, hear the same. */
async function businessOf(visit: Signed): Promise<Business> {
  const ruc = visit.param('ruc');
  const found = /^\d{11}$/.test(ruc) ? await findBusiness(visit.deps.db, ruc) : null;
  if (!found || (visit.person.businessId !== null && visit.person.businessId !== found.id))
    throw notFound();
  return found;
}
