/**
 * Joins the small chunks of a body into larger ones. A packet of 64 kB can bring ten thousand
 * chunks of one byte, each an object of 200 bytes until it is read: Node bounds the unread bytes,
 * not the objects. Each also costs half a microsecond, and one turn of the event loop reads a
 * packet of every connection.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A larger chunk is passed on unchanged. */
const SMALL = 1_024;
const PIECE = 4_096;
/** The most small chunks of all bodies in one turn of the event loop: about 50 ms of work. */
const MOST_IN_A_TURN = 100_000;
/** A body with at most this many small chunks in a turn is never refused, whatever others send. */
const ALWAYS_TAKEN = 100;

let takenInTurn = 0;

function endTurn(): void {
  takenInTurn = 0;
}

/** @returns whether the turn has room for another chunk */
function takeInTurn(): boolean {
  if (takenInTurn === 0) setImmediate(endTurn);
  takenInTurn += 1;
  return takenInTurn <= MOST_IN_A_TURN;
}

/**
 * @param refuse closes the connection when its body has too many chunks in a turn with too many
 * chunks; the rest of its packet is dropped
 */
export function gatherChunks(req: IncomingMessage, refuse: () => void): void {
  if (req.headers['transfer-encoding'] === undefined) return;
  const push = req.push.bind(req);
  let piece: Buffer | undefined;
  let length = 0;
  let small = 0;

  function flush(): boolean {
    if (length === 0) return true;
    const gathered = (piece as Buffer).subarray(0, length);
    const rest = (piece as Buffer).subarray(length);
    piece = rest.length >= SMALL ? rest : undefined;
    length = 0;
    return push(gathered);
  }

  /** Passes the bytes on after all packets of this turn; a next tick would run after each chunk. */
  function gather(chunk: Buffer): boolean {
    small += 1;
    if (!takeInTurn() && small > ALWAYS_TAKEN) {
      dropBody(req.socket);
      refuse();
      return false;
    }
    if (length === 0) setImmediate(flush);
    piece ??= Buffer.allocUnsafeSlow(PIECE);
    if (length + chunk.length > piece.length) {
      flush();
      piece ??= Buffer.allocUnsafeSlow(PIECE);
    }
    length += chunk.copy(piece, length);
    return req.readableLength < req.readableHighWaterMark;
  }

  req.push = (chunk: Buffer | null) => {
    if (chunk !== null && chunk.length < SMALL) return gather(chunk);
    flush();
    return push(chunk);
  };
}

/** Node's HTTP parser calls its property of this number with each chunk of a body. */
const ON_BODY = 3;

/** The HTTP parser of a connection, which Node's types do not name. */
interface Parsed {
  parser?: { [ON_BODY]: unknown } | null;
}

/**
 * Removes the parser's callback for chunks, after which each costs a tenth. The parser cannot be
 * stopped within a packet by public means, even when its connection is closed.
 */
function dropBody(socket: Socket & Parsed): void {
  const { parser } = socket;
  if (!parser) return;
  const onBody = parser[ON_BODY];
  parser[ON_BODY] = undefined;
  // the parser is reused for another connection
  socket.once('close', () => {
    parser[ON_BODY] = onBody;
  });
}
