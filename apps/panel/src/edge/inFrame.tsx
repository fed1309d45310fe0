/** Responses inside an iframe of the panel, which cannot show a login or an error page. */
import type { Request } from 'express';
import { Note } from '../html/components.js';
import type { PageRequest } from './pageRequest.js';
import { framed, type PageResponse } from './pageResponse.js';
import { problemOf } from './problem.js';

export const isInFrame = (req: Pick<Request, 'get'>): boolean =>
  req.get('sec-fetch-dest') === 'iframe';

/**
 * A message instead of a redirect to a login. What a form drew in the frame is still typed beside
 * it, and the form that saves it is kept over the login.
 */
export const withinFrame = (req: Pick<Request, 'method'>, response: PageResponse): PageResponse =>
  response.kind === 'redirect'
    ? message('Tu sesión terminó o hay que confirmarla', req.method === 'POST' ? SAVE : RELOAD)
    : response;

const SAVE =
  'Pulsa Guardar para seguir: si hace falta te pide ingresar, y lo que escribiste no se pierde.';
const RELOAD = 'Recarga la página para seguir.';

/** A form that is sent to a frame only draws: nothing has changed. */
export function problemInFrame({ deps }: PageRequest, error: unknown): PageResponse {
  const { title, text } = problemOf(error, {
    formSent: false,
    conditions: deps.conditions.list(),
  });
  return message(title, text);
}

const message = (title: string, text: string): PageResponse =>
  framed(
    title,
    <Note severity="bad" title={title}>
      <p>{text}</p>
    </Note>,
  );
