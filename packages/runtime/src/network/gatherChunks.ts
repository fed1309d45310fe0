/**
 * Gives a body that comes in chunks of some bytes to its reader in larger pieces. A packet of 64 kB
 * brings ten thousand chunks of one byte, each of which would be an object of 200 bytes until it is
 * read, and Node bounds what waits for a reader by the bytes, not by the objects. Each also costs
 * half a microsecond, and a turn of the event loop reads a packet of every connection.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A chunk of more is passed on as it is. */
const SMALL = 1_024;
const PIECE = 4_096;
/** The small chunks that all bodies may have in a turn of the event loop: about 50 ms. */
const MOST_IN_A_TURN = 100_000;
/** So many of a body are never refused: a body of some small chunks bears no blame. */
const ALWAYS_TAKEN = 100;

let takenInTurn = 0;

function endTurn(): void {
  takenInTurn = 0;
}

/** @returns whether the turn has room for the chunk */
function takeInTurn(): boolean {
  if (takenInTurn === 0) setImmediate(endTurn);
  takenInTurn += 1;
  return takenInTurn <= MOST_IN_A_TURN;
}

/**
 * @param refuse closes the connection of a body that has too many chunks in a turn with too many of
 *   them; the rest of its packet is dropped
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

  /** Passed on after the packets of this turn: Node would run the next tick after each chunk. */
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

/** Node's HTTP parser calls the function under this number with each chunk of a body. */
const ON_BODY = 3;

/** The HTTP parser of a connection, which Node's types do not name. */
interface Parsed {
  parser?: { [ON_BODY]: unknown } | null;
}

/**
 * The parser has no public way to stop within a packet, also when its connection is closed; without
 * that function it passes over a chunk at a tenth of the cost.
 */
function dropBody(socket: Socket & Parsed): void {
  const { parser } = socket;
  if (!parser) return;
  const onBody = parser[ON_BODY];
  parser[ON_BODY] = undefined;
  // another connection gets the parser
  socket.once('close', () => {
    parser[ON_BODY] = onBody;
  });
}
