/** Writes a surplus answer on a kept-alive connection, as a broken server or proxy does. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { Service } from '../script/services.js';
import type { StaleAnswers, StaleOrder } from '../script/stale.js';
import { fault, type Reply } from './answers.js';
import type { Delivery } from './deliver.js';

/** Called before the answer is written: writes the surplus one after it. */
export function followWithStale(
  stale: StaleAnswers,
  service: Service,
  response: Response,
  { reply, manner }: Delivery,
): void {
  if (manner !== 'send' || reply.status !== 200) return;
  const order = stale.next(service);
  const late = order && lateReply(order, stale.earlier.get(service) ?? reply);
  stale.earlier.set(service, reply);
  const { socket } = response;
  if (!order || !late || !socket) return;
  response.once('finish', () => {
    setTimeout(() => write(stale, socket, late), order.afterMs);
  });
}

function lateReply({ kind, code }: StaleOrder, earlier: Reply): Reply {
  if (kind === 'fallo') return fault(code);
  if (kind === 'constancia') return earlier;
  const data = { estadoCp: code, estadoRuc: '00', condDomiRuc: '00', observaciones: [] };
  const body = JSON.stringify({ success: true, message: 'Operation Success! ', data });
  return { status: 200, type: 'application/json; charset=utf-8', body };
}

/** Writes to the socket, because the HTTP response has ended. */
function write(stale: StaleAnswers, socket: Socket, { status, type, body }: Reply): void {
  if (socket.destroyed || !socket.writable) {
    stale.closed += 1;
    return;
  }
  const bytes = Buffer.from(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
    'Connection: keep-alive',
  ];
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
  stale.written += 1;
}
