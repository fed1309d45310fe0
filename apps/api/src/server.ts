/**
 * The HTTP server around the app: its timeouts, its answers to data that is not HTTP, and a
 * shutdown that answers every open request.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { helpLink, type Reason, Refusal, refusalBody } from '@rafaga/contract';
import { boundPipelining, gatherChunks, isUnclear } from '@rafaga/runtime/network';
import type { Express } from 'express';
import { expressObjects } from './expressObjects.js';

/** Longer than load balancers keep connections, so that this server never closes one in use. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_WITHIN_MS = 10_000;
const REQUEST_WITHIN_MS = 30_000;
const DRAIN_WITHIN_MS = 25_000;
const CLOSE_IDLE_EVERY_MS = 50;
const END_WITHIN_MS = 2_000;

const CLIENT_ERRORS: Record<string, Reason | undefined> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export interface ApiServer {
  http: Server;
  /** Accepts no new connections, waits for the open requests, then closes the other connections. */
  drain(): Promise<void>;
}

export function createApiServer(app: Express): ApiServer {
  const lastResponse = new WeakMap<Socket, ServerResponse>();
  let draining = false;
  const http = createServer(
    {
      ...expressObjects(app),
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false,
    },
    boundPipelining((req, res) => {
      const { socket } = req;
      lastResponse.set(socket, res);
      gatherChunks(req, () => refuse(socket, res, 'overloaded'));
      if (draining || isUnclear(req)) res.setHeader('Connection', 'close');
      app(req, res);
    }),
  );
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const reason = CLIENT_ERRORS[error.code ?? ''] ?? 'malformed_http';
    refuse(socket, lastResponse.get(socket), reason);
  });
  // ignores unknown Expect headers
  http.on('checkExpectation', (req, res) => http.emit('request', req, res));
  // this server is no proxy
  http.on('connect', (_req, socket: Socket) => {
    // Node has detached the socket: an error without a listener would end the process
    socket.on('error', () => socket.destroy());
    refuse(socket, lastResponse.get(socket), 'malformed_http');
  });

  return {
    http,
    drain: () =>
      new Promise((resolve) => {
        draining = true;
        const late = setTimeout(() => http.closeAllConnections(), DRAIN_WITHIN_MS);
        // a connection whose request came before the drain stays open after its answer
        const closeIdle = setInterval(() => http.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
        http.close(() => {
          clearTimeout(late);
          clearInterval(closeIdle);
          resolve();
        });
      }),
  };
}

/**
 * Answers data that is not HTTP, after the answer to the request before it on the connection: that
 * may be a sale that is being issued, and its caller would take a 400 for the answer.
 */
function refuse(socket: Socket, last: ServerResponse | undefined, reason: Reason): void {
  const isOpen = last !== undefined && !(last.req.complete && last.writableFinished);
  // the connection ends with the answer to the request before
  if (isOpen && last.req.complete && !last.headersSent) last.setHeader('Connection', 'close');
  // the request was answered before it was fully read, or its answer waits behind another
  else if (isOpen && (last.headersSent || last.socket !== socket)) socket.destroySoon();
  else {
    socket.end(rawAnswer(reason));
    // a client that does not close its side would keep the socket open
    setTimeout(() => socket.destroy(), END_WITHIN_MS).unref();
  }
}

/** The bytes of an answer to data that never became a request. */
function rawAnswer(reason: Reason): string {
  const id = randomUUID();
  const refusal = new Refusal(reason);
  const body = JSON.stringify(refusalBody(refusal, id));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    `Link: ${helpLink(refusal)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
