/** Writes a page's response: HTML within the layout, a file, a redirect, or an error page. */
import { pipeline, Readable } from 'node:stream';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Deps } from '../deps.js';
import { ErrorPage } from '../html/errorPage.js';
import { FramedLayout } from '../html/framedLayout.js';
import { Layout } from '../html/layout.js';
import { hasSearch } from '../html/searchBox.js';
import { cookieHeader, isSecure } from './cookie.js';
import { deviceHeader } from './deviceCookie.js';
import { EMPTY_FORM } from './form.js';
import { loggedPath } from './loggedPath.js';
import { PageRefusal } from './pageRefusal.js';
import type { PageRequest } from './pageRequest.js';
import type { PageResponse } from './pageResponse.js';
import { problemOf } from './problem.js';

export function send(res: Response, request: PageRequest, response: PageResponse): void {
  if (response.kind === 'redirect') sendRedirect(res, request, response);
  else if (response.kind === 'file') sendFile(res, response);
  else if (response.kind === 'stream') sendStream(res, request, response);
  else if (response.kind === 'framed') sendFramed(res, response);
  else sendPage(res, request, response);
}

type Of<K extends PageResponse['kind']> = Extract<PageResponse, { kind: K }>;

function sendRedirect(res: Response, { deps }: PageRequest, response: Of<'redirect'>): void {
  const { to, cookie, device } = response;
  const secure = isSecure(deps);
  if (cookie)
    res.append('Set-Cookie', cookieHeader(cookie === 'gone' ? 'gone' : cookie.value, secure));
  if (device) res.append('Set-Cookie', deviceHeader(device, secure));
  res.redirect(303, to);
}

function sendFile(res: Response, { content, type, name, inline }: Of<'file'>): void {
  const filename = name ? `; filename="${name}"` : '';
  res.setHeader('Content-Disposition', `${inline ? 'inline' : 'attachment'}${filename}`);
  // browsers' PDF viewers need their plug-in and inline styles
  if (inline)
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
  res.type(type).send(content);
}

/** Cuts the connection on an error, so that the browser does not take a part for the whole. */
function sendStream(
  res: Response,
  { deps, requestId, url }: PageRequest,
  { chunks, type, name }: Of<'stream'>,
): void {
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  res.setHeader('Content-Type', type);
  pipeline(Readable.from(chunks, { highWaterMark: 1 }), res, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      deps.log.error('una descarga falló', { path: url.pathname, requestId, error });
  });
}

function sendFramed(res: Response, { title, body }: Of<'framed'>): void {
  res.setHeader('X-Frame-Options', 'SAMEORIGIN');
  res.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; img-src data:; style-src 'self'; frame-ancestors 'self'",
  );
  sendHtml(res, 200, <FramedLayout title={title}>{body}</FramedLayout>);
}

/**
 * Allows the camera, which reads the QR code of a printed ticket into the search box; not in
 * frames.
 */
const CAMERA_POLICY = 'camera=(self), microphone=(), geolocation=()';

function sendPage(res: Response, request: PageRequest, response: Of<'page'>): void {
  const { title, body, status = 200, headers = {} } = response;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (hasSearch(request)) res.setHeader('Permissions-Policy', CAMERA_POLICY);
  const html = (
    <Layout title={title} request={request}>
      {body}
    </Layout>
  );
  sendHtml(res, status, html);
}

function sendHtml(res: Response, status: number, html: VNode): void {
  const shown = renderToString(html).replace(TURNING, '\ufffd');
  res.status(status).type('html').send(`<!doctype html>${shown}`);
}

/** Characters in stored texts that would change the order in which the page is read. */
const TURNING = /\p{Bidi_Control}/gu;

export function sendProblem(res: Response, request: PageRequest, error: unknown): void {
  const { requestId, form, from, deps } = request;
  const { status, title, text } = problemOf(error, {
    formSent: form !== EMPTY_FORM,
    conditions: deps.conditions.list(),
  });
  logProblem(request, error);
  const wait = status === 503 ? 5 : error instanceof PageRefusal ? error.retryAfter : undefined;
  send(res, request, {
    kind: 'page',
    title,
    status,
    headers: wait === undefined ? {} : { 'Retry-After': String(wait) },
    body: <ErrorPage title={title} text={text} requestId={requestId} from={from} />,
  });
}

/** Logs errors of the panel; a refusal is an answer and is not logged. */
export function logProblem({ requestId, url, deps }: PageRequest, error: unknown): void {
  if (problemOf(error, { formSent: false, conditions: [] }).status >= 500)
    deps.log.error('una página falló', { path: loggedPath(url), requestId, error });
}

/** The last middleware, for a path that no route has. */
export const unknownPage =
  (deps: Deps): RequestHandler =>
  (req, res) =>
    sendProblem(res, bareRequest(deps, req, res), unknownAddress());

/** Answers an address that the router cannot decode like an unknown one. */
export const undecodablePage =
  (deps: Deps): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const problem = error instanceof URIError ? unknownAddress() : error;
    sendProblem(res, bareRequest(deps, req, res), problem);
  };

const unknownAddress = () => new PageRefusal(404, 'No hay una página con esa dirección.');

const bareRequest = (deps: Deps, req: Request, res: Response): PageRequest =>
  ({ deps, url: urlOf(req, deps), requestId: res.locals.requestId }) as PageRequest;

/** The address of a request; the panel's own if it cannot be parsed, as `//[`. */
export const urlOf = ({ originalUrl }: Request, { url }: Pick<Deps, 'url'>): URL =>
  URL.canParse(originalUrl, url) ? new URL(originalUrl, url) : new URL(url);
