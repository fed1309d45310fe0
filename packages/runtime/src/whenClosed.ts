/** Tells when a response needs nothing any more: it was sent, or its connection is closed. */
import type { ServerResponse } from 'node:http';

/** Also of a connection that closed before, or while other responses came first on it. */
export const isClosed = (res: ServerResponse): boolean => res.closed || res.req.socket.destroyed;

/**
 * Calls back once, at once where it is closed already. The response alone does not tell: its event
 * may be past, and it has none when its connection closes before its turn on it comes.
 */
export function whenClosed(res: ServerResponse, callback: () => void): void {
  if (isClosed(res)) {
    callback();
    return;
  }
  const { socket } = res.req;
  const closed = () => {
    res.off('close', closed);
    socket.off('close', closed);
    callback();
  };
  // one for each request that a connection sends ahead
  socket.setMaxListeners(0);
  res.on('close', closed);
  socket.on('close', closed);
}
