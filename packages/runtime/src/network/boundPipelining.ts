/**
 * Bounds how many requests a connection may pipeline. A packet of 64 kB can hold 1,700 requests;
 * all would begin in one turn of the event loop and stay in memory until the client reads the
 * answers.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** No known client pipelines more than one request. */
const MOST_AHEAD = 8;

/** Closes a connection that pipelines more requests, without beginning those that are left. */
export function boundPipelining(listener: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    // an earlier request still has the connection for its answer
    if (res.socket === null) {
      const count = (ahead.get(socket) ?? 0) + 1;
      if (count > MOST_AHEAD) return close(socket);
      ahead.set(socket, count);
      res.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1));
    }
    listener(req, res);
  };
}

/** The HTTP parser of a connection, which Node's types do not name. */
interface Parsed {
  parser?: { onIncoming?: () => number } | null;
}

/** The parser's return value for a protocol upgrade: what follows is not HTTP. */
const NO_MORE_HTTP = 2;

/**
 * Stops the parser: Node would begin all other requests of the packet too, and has no public way to
 * stop it.
 */
function close(socket: Socket & Parsed): void {
  if (socket.parser) socket.parser.onIncoming = () => NO_MORE_HTTP;
  socket.destroy();
}
