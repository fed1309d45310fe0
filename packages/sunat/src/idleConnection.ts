/**
 * Makes a request on an idle connection of the shared pool with node:http alone. got would cost six
 * times the CPU of the exchange (0.29 instead of 0.05 ms, a seventh of a worker's CPU for a
 * document), and the phases that it times, from the lookup to the TLS handshake, are over. New
 * connections are opened by got.
 *
 * node:http gets few options, because it copies them several times, and all headers as a list,
 * because checking an object of headers costs a fifth of the exchange.
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

/**
 * Time limits in milliseconds: for the upload, from its end to the head of the answer, and for the
 * whole exchange.
 */
interface Limits {
  send: number;
  response: number;
  request: number;
}

/**
 * @returns the request, not sent yet; undefined when there is no idle connection to that address
 */
export type RequestOnIdle = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
) => ClientRequest | undefined;

export const USER_AGENT = 'rafaga';

export function createRequestOnIdle({ shared }: Agents): RequestOnIdle {
  /** Never evicted: an authority has few addresses. */
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
 * Whether the pool has a usable idle connection; drops those that the peer has closed. The agent
 * takes the last of its list, closed or not, and a request on a closed one would fail as one that
 * may have arrived.
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
  /** The parts of the URL; `host` is the value of the header. */
  address: { host: string } & Pick<RequestOptions, 'hostname' | 'port' | 'path'>;
  agent: Agent;
  /** The name under which the pool keeps its connections. */
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
