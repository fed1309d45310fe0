/**
 * Makes a request on an open, idle connection of the shared pool with node:http alone. There got
 * costs six times as much CPU as the exchange (0.29 against 0.05 ms, a seventh of what a document
 * costs a worker), and the phases that it times and names, from the lookup to the TLS handshake,
 * are over. got opens every connection.
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
  headers: Record<string, string>,
) => ClientRequest | undefined;

export function createRequestOnIdle({ shared }: Agents): RequestOnIdle {
  /** An authority has few addresses. */
  const places = new Map<string, Place>();
  return (url, headers) => {
    const place = places.get(url) ?? placeOf(url, shared);
    places.set(url, place);
    const { options, agent, name, start } = place;
    if (!hasIdle(agent, name)) return undefined;
    return start({ ...options, headers });
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
  options: RequestOptions;
  agent: Agent;
  /** Of its connections in the pool. */
  name: string;
  start(options: RequestOptions): ClientRequest;
}

function placeOf(url: string, shared: Agents['shared']): Place {
  const address = urlToHttpOptions(new URL(url));
  const secure = address.protocol === 'https:';
  const agent = secure ? shared.https : shared.http;
  return {
    options: { ...address, method: 'POST', agent },
    agent,
    name: agent.getName({ host: address.hostname, port: address.port ?? (secure ? 443 : 80) }),
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
