/** One call of a route: Express's side of it, and how far its request has come. */
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
   * The request as the last guard passed it on. The layout is drawn for it, around an error too:
   * the menu needs the user whom an error after the session's guard would otherwise lose.
   */
  reached: PageRequest;
}

/** @returns the same request, now the one that the call has reached */
export function reach<R extends PageRequest>(call: Call, request: R): R {
  call.reached = request;
  return request;
}
