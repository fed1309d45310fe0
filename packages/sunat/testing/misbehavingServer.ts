/** A local HTTP server that gives the correct or faulty answers that a test sets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface MisbehavingServer {
  url: string;
  /** The requests that arrived, in order. */
  requests: { url: string; headers: IncomingMessage['headers']; body: string }[];
  /** Number of connections so far. */
  connections: number;
  /** Sets the answer to every request from now on. */
  answer(how: Handler): void;
  stop(): Promise<void>;
}

export type Handler = (
  request: { url: string; body: string },
  response: ServerResponse,
  socket: Socket,
) => void;

export async function startMisbehavingServer(
  first: Handler = () => undefined,
  options: { keepAliveTimeout?: number } = {},
): Promise<MisbehavingServer> {
  let how = first;
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const url = request.url ?? '';
      peer.requests.push({ url, headers: request.headers, body });
      how({ url, body }, response, request.socket);
    });
  });
  if (options.keepAliveTimeout !== undefined) server.keepAliveTimeout = options.keepAliveTimeout;
  server.on('connection', (socket) => {
    peer.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const peer: MisbehavingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    connections: 0,
    answer: (next) => {
      how = next;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return peer;
}

/** A complete answer with this body. */
export const says =
  (body: string | Buffer, status = 200, type = 'text/xml'): Handler =>
  (_request, response) => {
    response
      .writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) })
      .end(body);
  };

const element = (name: string, ...content: string[]) =>
  `<${name}>${content.join('')}</${name.split(' ')[0]}>`;

export const soap = (body: string, prefix = 'soap-env'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${element(
    `${prefix}:Envelope xmlns:${prefix}="http://schemas.xmlsoap.org/soap/envelope/"`,
    `<${prefix}:Header/>`,
    element(`${prefix}:Body`, body),
  )}`;

export const fault = (code: string, text: string): string =>
  soap(element('soap-env:Fault', element('faultcode', code), element('faultstring', text)));

const SERVICE = 'xmlns:br="http://service.sunat.gob.pe"';

export const bill = (content: string): string =>
  soap(element(`br:sendBillResponse ${SERVICE}`, element('applicationResponse', content)));

export const status = (code: string, message: string, content?: string): string =>
  soap(
    element(
      `br:getStatusCdrResponse ${SERVICE}`,
      element(
        'statusCdr',
        content ? element('content', content) : '',
        element('statusCode', code),
        element('statusMessage', message),
      ),
    ),
  );
