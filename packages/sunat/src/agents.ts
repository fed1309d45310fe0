/**
 * The connection pools of the HTTP client: one whose connections are kept alive and shared by all
 * exchanges, and one that opens a connection for each exchange.
 */
import { type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

/**
 * How long an idle connection is kept: less than Node's servers (5 s) and others keep it, so that
 * the client closes it first.
 */
const IDLE_MS = 3_500;
const TLS = { minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;

export type Agents = ReturnType<typeof createAgents>;

/** @param maxSockets connections at once to each host, of the shared pool */
export function createAgents(maxSockets: number) {
  const options = {
    keepAlive: true,
    maxSockets,
    maxFreeSockets: maxSockets,
    timeout: IDLE_MS,
    scheduling: 'lifo',
  } as const;
  const shared = {
    http: closeOnUnexpectedData(namedByAddress(new HttpAgent(options))),
    https: closeOnUnexpectedData(namedByAddress(new HttpsAgent({ ...options, ...TLS }))),
  };
  const own = { http: new HttpAgent(), https: new HttpsAgent(TLS) };
  const destroy = () => {
    for (const agent of [shared.http, shared.https, own.http, own.https]) agent.destroy();
  };
  return { shared, own, destroy };
}

/**
 * Names the pool of a connection by its address alone, because all of a client's connections have
 * the same options.
 */
const namedByAddress = <T extends HttpAgent>(agent: T): T =>
  Object.assign(agent, {
    getName: ({ host, port }: { host?: string; port?: number | string } = {}) => `${host}:${port}`,
  });

/** Closes an idle connection that receives data, which would be read as the next answer. */
function closeOnUnexpectedData<T extends HttpAgent>(agent: T): T {
  const listener = Symbol('unexpected data');
  type Idle = Socket & { [listener]?: () => void };
  const { keepSocketAlive, reuseSocket } = agent as unknown as AgentHooks;
  const hooks: AgentHooks = {
    keepSocketAlive(socket: Idle) {
      if (!keepSocketAlive.call(agent, socket)) return false;
      socket[listener] = () => socket.destroy();
      socket.on('data', socket[listener]);
      return true;
    },
    reuseSocket(socket: Idle, request) {
      if (socket[listener]) socket.off('data', socket[listener]);
      reuseSocket.call(agent, socket, request);
    },
  };
  return Object.assign(agent, hooks);
}

/** The methods that node:http documents for subclasses of Agent. */
interface AgentHooks {
  keepSocketAlive(socket: Socket): boolean;
  reuseSocket(socket: Socket, request: ClientRequest): void;
}
