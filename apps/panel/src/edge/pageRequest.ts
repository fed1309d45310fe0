/**
 * A request as the pages receive it: session, address and form. A page takes one of these types and
 * returns a PageResponse; it never sees Express.
 */
import type { Business, By, Db, Scope, Stage, User } from '@rafaga/db';
import type { Deps } from '../deps.js';
import type { Device } from './deviceCookie.js';
import type { Form } from './form.js';
import type { KeptForm } from './keptForm.js';

export interface PageRequest {
  deps: Deps;
  /**
   * Reads data for display, possibly from a replica: some seconds old, but not older than this
   * browser's last change. Data for a decision is read from `deps.db`.
   */
  read<T>(read: (db: Db) => Promise<T>): Promise<T>;
  requestId: string;
  /** The client's IP address. */
  address: string;
  /** Set when the browser has signed in here before. */
  device?: Device | undefined;
  /** The User-Agent header. */
  agent: string;
  now: Date;
  /** Path and query, as requested. */
  url: URL;
  /** A parameter of the path. */
  param(name: string): string;
  /** A parameter of the query, trimmed; '' when absent. */
  query(name: string): string;
  /** The form that was sent; empty for a GET. */
  form: Form;
  /** A form that was kept and waits to be sent again. */
  kept?: KeptForm | undefined;
  /** The page of the sent form, to which an error page leads back. */
  from?: string;
  /** The token that every form on the page must carry. */
  formToken: string;
  /** SHA-256 of the cookie; on a public page the session that it names may not exist. */
  session?: Buffer;
  user?: User;
  /** What the session still has to prove before it may see the panel. */
  stage?: Stage;
}

/** A request of a browser with a cookie, whose session need not exist. */
export interface BoundRequest extends PageRequest {
  session: Buffer;
}

/** A request whose session has proved the password, but not necessarily the second factor. */
export interface PendingRequest extends BoundRequest {
  user: User;
  stage: Stage;
  /** When the session last proved the password. */
  provedAt: Date;
  /** The author of a change, for the audit. */
  by(reason?: string): By;
}

/** A request whose session has proved everything; it sees what its role permits. */
export interface AuthenticatedRequest extends PendingRequest {
  stage: 'authenticated';
  /** The businesses that its user may see. */
  scope: Scope;
}

/** An authenticated request for a page of one business. */
export interface BusinessRequest extends AuthenticatedRequest {
  business: Business;
}
