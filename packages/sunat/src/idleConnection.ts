/**
 * Makes a request on an open, idle connection of the shared pool with node:http alone. There got
 * costs six times as much CPU as the exchange (0.29 against 0.05 ms, a seventh of what a document
 * costs a worker), and the phases that it times and names, from the lookup to the TLS handshake,
 * are over. got opens every connection. node:http gets few options, and all headers in a list: it
 * copies options several times, and checks each header of an object, which costs a fifth of the
 * exchange.
 */
import {
  type Agent,
  type ClientRequest,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import type { Agents } from './agents.js';
import type { TrackedRequest } from './connectionTracker.js';
import { type HttpResponse, readMessage } from './httpResponse.js';
import { TransportError } from './transportError.js';

/** In milliseconds: of the upload, from there to the head of the answer, and of the whole. */
interface Limits {
  send: number;
  response: number;
  request: number;
}

/** @returns the request, not sent yet; undefined without an idle connection to that address */
export type RequestOnIdle = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
) => ClientRequest | undefined;

export const USER_AGENT = 'rafaga';

export function createRequestOnIdle({ shared }: Agents): RequestOnIdle {
  /** An authority has few addresses. */
  const places = new Map<string, Place>();
  return (url, body, headers) => {
    const place = places.get(url) ?? placeOf(url, shared);
    places.set(url, place);
    const { address, agent, name, start } = place;
    if (!hasIdle(agent, name)) return undefined;
    const { host, hostname, port, path } = address;
    const own = ['user-agent', USER_AGENT, 'host', host];
    const length = ['content-length', String(Buffer.byteLength(body))];
    return start({
      method: 'POST',
      hostname,
      port,
      path,
      agent,
      headers: [...own, ...length, ...Object.entries(headers).flat()],
    });
  };
}

/**
 * The agent takes the last connection of its list, and lists some that the peer has closed: a
 * request on one of them fails as one that may have arrived.
 */
function hasIdle(agent: Agent, name: string): boolean {
  const free = agent.freeSockets[name] ?? [];
  for (let last = free.at(-1); last && !isUsable(last); last = free.at(-1)) {
    free.pop();
    last.destroy();
  }
  return free.length > 0;
}

const isUsable = ({ destroyed, readableEnded, writable }: Socket) =>
  !destroyed && !readableEnded && writable;

interface Place {
  /** `host` is the value of the header. */
  address: { host: string } & Pick<RequestOptions, 'hostname' | 'port' | 'path'>;
  agent: Agent;
  /** Of its connections in the pool. */
  name: string;
  start(options: RequestOptions): ClientRequest;
}

function placeOf(url: string, shared: Agents['shared']): Place {
  const { host } = new URL(url);
  const { protocol, hostname, port, path } = urlToHttpOptions(new URL(url));
  const secure = protocol === 'https:';
  const agent = secure ? shared.https : shared.http;
  return {
    address: { host, hostname, port, path },
    agent,
    name: agent.getName({ host: hostname, port: port ?? (secure ? 443 : 80) }),
    start: secure ? httpsRequest : httpRequest,
  };
}

/** Sends the request with its body; rejects with what failed. */
export function exchange(
  request: ClientRequest,
  body: string,
  tracked: TrackedRequest,
  limits: Limits,
): Promise<HttpResponse> {
  const began = performance.now();
  return new Promise<HttpResponse>((resolve, reject) => {
    const expire = (phase: keyof Limits, ms: number) =>
      setTimeout(() => {
        const error = new TransportError('unknown', `tiempo agotado (${phase})`);
        request.destroy(error);
        reject(error);
      }, ms);
    let timer = expire('send', limits.send);
    const next = (phase: keyof Limits, ms: number) => {
      clearTimeout(timer);
      timer = expire(phase, ms);
    };
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const sent = () => next('response', limits.response);
    request.on('error', fail);
    request.once('finish', sent);
    request.on('response', (message) => {
      // an answer may come before the upload ends
      request.off('finish', sent);
      next('request', limits.request - (performance.now() - began));
      readMessage(message, tracked).then((response) => {
        clearTimeout(timer);
        resolve(response);
      }, fail);
    });
    request.end(body);
  });
}
