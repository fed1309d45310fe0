/**
 * Follows each request to its connection: whether the connection was established, whether it had
 * carried an exchange before, and which request it carries now.
 */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

export interface TrackedRequest {
  /** Whether the connection was established, so that bytes of the request may have left. */
  connected(): boolean;
  /** Whether the connection had carried another exchange before. */
  reused(): boolean;
  /** Closes the connection once the answer has been read. */
  closeAfterwards(): void;
  /** Closes the connection, unless it carries another request by now. */
  discard(): void;
}

export interface ConnectionTracker {
  /** @param stream emits 'request' when the request is made */
  track(stream: RequestStream): TrackedRequest;
  trackRequest(request: ClientRequest): TrackedRequest;
}

interface RequestStream {
  on(event: 'request', listener: (request: ClientRequest) => void): unknown;
}

export function createConnectionTracker(): ConnectionTracker {
  /** The request that each connection carries, or carried last. */
  const latest = new WeakMap<Socket, ClientRequest>();

  function tracked() {
    let request: ClientRequest | undefined;
    let connected = false;
    let reused = false;
    return {
      made(by: ClientRequest): void {
        request = by;
        whenConnected(by, (socket) => {
          connected = true;
          reused = latest.has(socket);
          latest.set(socket, by);
        });
      },
      connected: () => connected,
      reused: () => reused,
      closeAfterwards() {
        if (request) request.shouldKeepAlive = false;
      },
      discard() {
        const socket = request?.socket;
        if (socket && latest.get(socket) === request) socket.destroy();
      },
    };
  }

  return {
    track(stream) {
      const one = tracked();
      stream.on('request', one.made);
      return one;
    },
    trackRequest(request) {
      const one = tracked();
      one.made(request);
      return one;
    },
  };
}

/** Notifies when the connection, with its TLS handshake, is established. */
function whenConnected(request: ClientRequest, notify: (socket: Socket) => void): void {
  const onSocket = (socket: Socket) => {
    const connected = () => notify(socket);
    if (socket.connecting)
      socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
    else connected();
  };
  if (request.socket) onSocket(request.socket);
  else request.once('socket', onSocket);
}
