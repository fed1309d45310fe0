/**
 * One request as the pages see it: who asks, for what, with which form; and the few ways in which a
 * page answers.
 */
import type { Business, By, Person, Stage } from '@rafaga/db';
import type { ComponentChildren, VNode } from 'preact';
import type { Deps } from '../app.js';
import type { Form } from './form.js';

export interface Visit {
  deps: Deps;
  requestId: string;
  /** The visitor's address. */
  address: string;
  now: Date;
  /** Path and query, as asked. */
  url: URL;
  /** A parameter of the path. */
  param(name: string): string;
  /** A parameter of the query, trimmed; '' when absent. */
  query(name: string): string;
  /** What was sent; empty for a GET. */
  form: Form;
  /** What every form of this visitor carries. */
  token: string;
  /** SHA-256 of the cookie; absent for who is not signed in. */
  session?: Buffer;
  person?: Person;
  /** What the session still owes: only an open one sees more than its own way in. */
  stage?: Stage;
}

/** A visit of somebody who is signed in. */
export interface Signed extends Visit {
  session: Buffer;
  person: Person;
  /** Who acts, for the audit. */
  by(reason?: string): By;
}

/** A signed visit to one business's pages. */
export interface OfBusiness extends Signed {
  business: Business;
}

export type Answer =
  | { is: 'page'; title: string; body: VNode; status?: number; headers?: Record<string, string> }
  /** A page inside a frame of ours, with nothing around it. */
  | { is: 'framed'; title: string; body: ComponentChildren }
  /** See other: a form was done. */
  | { is: 'go'; to: string; cookie?: { value: string } | 'gone' }
  | { is: 'file'; content: Buffer; type: string; name?: string; inline?: boolean };

export type Handler<V extends Visit = Signed> = (visit: V) => Promise<Answer> | Answer;

export const page = (
  title: string,
  body: VNode,
  more: { status?: number; headers?: Record<string, string> } = {},
): Answer => ({
  is: 'page',
  title,
  body,
  ...more,
});

export const framed = (title: string, body: ComponentChildren): Answer => ({
  is: 'framed',
  title,
  body,
});

export const go = (to: string): Answer => ({ is: 'go', to });

/**
 * Back to a page, which says what was done: one of the words of `NOTICES`, never a text from the
 * address.
 */
export const done = (to: string, notice: string): Answer =>
  go(`${to}${to.includes('?') ? '&' : '?'}hecho=${notice}`);

/** What cannot be shown or done, as a page. */
export class Refused extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 413 | 429 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** The same for what does not exist and for what belongs to others. */
export const notFound = (): Refused => new Refused(404, 'No existe, o no es tuyo.');
