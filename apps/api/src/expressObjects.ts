/**
 * Express changes the prototypes of each request and response. V8 then no longer shares what it has
 * learned of their shape, and each access to them is looked up anew, which cost a quarter of the
 * API's CPU. Objects that are made with Express's prototypes are not changed.
 */
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** @returns the classes with which the HTTP server of an app makes its requests and responses */
export function expressObjects(
  app: Express,
): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
