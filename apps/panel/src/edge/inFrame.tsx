/** Responses inside an iframe of the panel, which cannot show a login or an error page. */
import type { Request } from 'express';
import { Note } from '../html/components.js';
import type { PageRequest } from './pageRequest.js';
import { framed, type PageResponse } from './pageResponse.js';
import { problemOf } from './problem.js';

export const isInFrame = (req: Pick<Request, 'get'>): boolean =>
  req.get('sec-fetch-dest') === 'iframe';

/** Makes a redirect leave the frame, for a login or for the page of the form. */
export const withinFrame = (response: PageResponse): PageResponse =>
  response.kind === 'redirect'
    ? message('Tu sesión terminó o hay que confirmarla', 'Recarga la página para seguir.')
    : response;

export function problemInFrame({ deps }: PageRequest, error: unknown): PageResponse {
  const { title, text } = problemOf(error, {
    formSent: true,
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
