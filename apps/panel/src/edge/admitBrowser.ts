/**
 * Ties a request to the browser that sent it, by its cookie; a form must come from a page that the
 * panel made for this cookie.
 */
import { findSession } from '@rafaga/db';
import { whenClosed } from '@rafaga/runtime';
import { addressGroup } from '@rafaga/runtime/network';
import type { Request } from 'express';
import { arrival } from '../signIn/arrival.js';
import { type Call, reach } from './call.js';
import {
  cookieHeader,
  formTokenOf,
  isFormToken,
  isSecure,
  newCookie,
  readCookie,
  sessionId,
} from './cookie.js';
import { type Form, isUpload, readForm } from './form.js';
import { pageOfForm } from './formPage.js';
import { isCrossSite } from './headers.js';
import { answerLateForm } from './lateForm.js';
import { forgedForm } from './pageRefusal.js';
import type { BoundRequest, PageRequest } from './pageRequest.js';
import type { PageResponse } from './pageResponse.js';

export async function admitBrowser(call: Call): Promise<BoundRequest | PageResponse> {
  const { req, reached } = call;
  const cookie = readCookie(req.get('cookie'), isSecure(reached.deps));
  if (req.method === 'POST') return admitForm(call, cookie);
  if (cookie === undefined && isFromElsewhere(req)) return arrival(reached);
  return bind(call, reached, cookie ?? giveCookie(call));
}

const bind = (call: Call, request: PageRequest, cookie: string): BoundRequest =>
  reach(call, { ...request, session: sessionId(cookie), formToken: formTokenOf(cookie) });

/** A form that was made for another cookie than the browser's is handled as sent too late. */
async function admitForm(
  call: Call,
  cookie: string | undefined,
): Promise<BoundRequest | PageResponse> {
  const { req, isPage } = call;
  const arrived = reach(call, { ...call.reached, from: pageOfForm(req, isPage) });
  if (isCrossSite(req)) throw forgedForm();
  const form = isUpload(req) ? await readUpload(req, arrived, cookie) : await readForm(req);
  const sent = reach(call, { ...arrived, form });
  return cookie !== undefined && isFormToken(form.raw('ficha'), cookie)
    ? bind(call, sent, cookie)
    : answerLateForm(call, sent);
}

/** The form's owner is checked before any byte is read; the memory is held until the answer. */
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

/**
 * Whether the browser comes from a link in an e-mail or on another site: it then holds back this
 * panel's cookie (`SameSite=Strict`). Setting a new cookie would end the session.
 */
const isFromElsewhere = (req: Request): boolean =>
  req.method === 'GET' && req.get('sec-fetch-site') === 'cross-site';

/** Gives a cookie to a browser without one, so that the login form is bound to it too. */
function giveCookie({ res, reached }: Call): string {
  const cookie = newCookie();
  res.setHeader('Set-Cookie', cookieHeader(cookie, isSecure(reached.deps)));
  return cookie;
}
