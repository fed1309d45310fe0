/**
 * One call of a route: Express's objects, and the request as far as the guards have admitted it.
 */
import type { Request, Response } from 'express';
import type { IsPage } from './formPage.js';
import type { PageRequest } from './pageRequest.js';
import type { Route } from './route.js';

export interface Call {
  route: Route;
  req: Request;
  res: Response;
  isPage: IsPage;
  /**
   * The request as the last guard passed it on. The layout is drawn for it, also around an error:
   * the menu needs the user that the session's guard has found.
   */
  reached: PageRequest;
}

/** @returns the same request, after storing it as the one that the call has reached */
export function reach<R extends PageRequest>(call: Call, request: R): R {
  call.reached = request;
  return request;
}
