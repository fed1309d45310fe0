/** An answer as bytes: pages within the frame of the house, files, and what went wrong in words. */
import { isUnavailable } from '@rafaga/db';
import type { RequestHandler, Response } from 'express';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Deps } from '../app.js';
import { Frame } from '../html/frame.js';
import { Framed } from '../html/framed.js';
import { Problem } from '../html/problem.js';
import { cookieHeader } from './cookie.js';
import { EMPTY } from './form.js';
import { type Answer, Refused, type Visit } from './visit.js';

export function send(res: Response, visit: Visit, answer: Answer): void {
  if (answer.is === 'go') {
    const secure = visit.deps.url.protocol === 'https:';
    if (answer.cookie)
      res.setHeader(
        'Set-Cookie',
        cookieHeader(answer.cookie === 'gone' ? 'gone' : answer.cookie.value, secure),
      );
    res.redirect(303, answer.to);
    return;
  }
  if (answer.is === 'file') {
    const name = answer.name && `; filename="${answer.name}"`;
    res.setHeader('Content-Disposition', `${answer.inline ? 'inline' : 'attachment'}${name ?? ''}`);
    // a browser that shows it does so with parts and styles of its own
    if (answer.inline)
      res.setHeader(
        'Content-Security-Policy',
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
    res.type(answer.type).send(answer.content);
    return;
  }
  if (answer.is === 'framed') {
    res.setHeader('X-Frame-Options', 'SAMEORIGIN');
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; img-src data:; style-src 'self'; frame-ancestors 'self'",
    );
    sendHtml(res, 200, <Framed title={answer.title}>{answer.body}</Framed>);
    return;
  }
  const { title, body, status = 200, headers = {} } = answer;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  const page = (
    <Frame title={title} visit={visit}>
      {body}
    </Frame>
  );
  sendHtml(res, status, page);
}

function sendHtml(res: Response, status: number, page: VNode): void {
  res
    .status(status)
    .type('html')
    .send(`<!doctype html>${renderToString(page)}`);
}

export function sendProblem(res: Response, visit: Visit, error: unknown): void {
  const { status, title, text } = inWords(error, visit.form !== EMPTY);
  if (status >= 500)
    visit.deps.log.error('una página falló', {
      path: visit.url.pathname,
      requestId: visit.requestId,
      error,
    });
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': '5' } : {};
  send(res, visit, {
    is: 'page',
    title,
    status,
    headers: retry,
    body: <Problem title={title} text={text} requestId={visit.requestId} />,
  });
}

const TITLES: Readonly<Record<Refused['status'], string>> = {
  400: 'No se entendió la solicitud',
  403: 'No se puede',
  404: 'No está aquí',
  409: 'No se puede todavía',
  413: 'Pesa demasiado',
  429: 'Espera un momento',
  503: 'No se puede ahora',
};

/** @param sent a form came with the request: what a lost connection made of it is not known */
function inWords(error: unknown, sent: boolean): { status: number; title: string; text: string } {
  if (error instanceof Refused)
    return { status: error.status, title: TITLES[error.status], text: error.message };
  if (isAway(error)) {
    return {
      status: 503,
      title: TITLES[503],
      text: sent
        ? 'La base de datos no responde y no se sabe si el cambio se hizo: vuelve a la ' +
          'página en unos segundos y míralo.'
        : 'La base de datos no responde; vuelve a intentarlo en unos segundos.',
    };
  }
  return {
    status: 500,
    title: 'Algo falló de nuestro lado',
    text: 'No se sabe si el cambio se hizo: vuelve a la página y míralo.',
  };
}

/**
 * `away` takes whatever is not PostgreSQL's own word for a lost connection; a mistake of ours is
 * neither.
 */
function isAway(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  const message = error instanceof Error ? error.message : '';
  if (
    typeof code === 'string' &&
    /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|P10\d\d|P2024)/.test(code)
  )
    return true;
  if (
    /^(Connection terminated|timeout exceeded|Query read timeout|Can't reach database)/.test(
      message,
    )
  )
    return true;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && isUnavailable(error);
}

export const unknownPage =
  (deps: Deps): RequestHandler =>
  (req, res) => {
    const visit = {
      deps,
      url: new URL(req.originalUrl, deps.url),
      requestId: res.locals.requestId,
    } as Visit;
    sendProblem(res, visit, new Refused(404, 'No hay una página con esa dirección.'));
  };
