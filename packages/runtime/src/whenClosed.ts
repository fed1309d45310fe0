/** Tells when a response is over: it was sent, or its connection was closed. */
import type { ServerResponse } from 'node:http';

/** True also when the connection closed earlier, or while it served an earlier response. */
export const isClosed = (res: ServerResponse): boolean => res.closed || res.req.socket.destroyed;

/**
 * Calls back once, at once if it is over already. The response's own event does not suffice: it may
 * be past, and it never comes when the connection closes before the response's turn on it.
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
  // a connection has one listener for each request that it pipelines
  socket.setMaxListeners(0);
  res.on('close', closed);
  socket.on('close', closed);
}
