/**
 * Bounds the requests that a connection sends ahead, before it is answered: a packet of 64 kB has
 * 1,700 of them, all of which are begun in one turn of the event loop, and held until the client
 * reads the answers before.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** No client that is known sends more than one ahead. */
const MOST_AHEAD = 8;

/** Closes a connection that sends more ahead, and begins none of what it still sends. */
export function boundPipelining(listener: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    // the answer to the request before has the connection
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

/** The parser's answer to a request that changes the protocol: the rest is no HTTP. */
const NO_MORE_HTTP = 2;

/** Node would begin all other requests of the packet too: its parser has no public way to stop. */
function close(socket: Socket & Parsed): void {
  if (socket.parser) socket.parser.onIncoming = () => NO_MORE_HTTP;
  socket.destroy();
}
