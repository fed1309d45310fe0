/**
 * Sends bodies in chunks of a byte, without a key and without end, until it is killed.
 * Arguments: the port, and the path of the requests.
 */
import { connect } from 'node:net';

const CONNECTIONS = 400;
const REOPEN_AFTER_MS = 20;

const [port, path] = process.argv.slice(2);
const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
const packet = Buffer.from('1\r\nx\r\n'.repeat(40_000));

function flood() {
  const socket = connect(Number(port), '127.0.0.1');
  const send = () => {
    while (!socket.destroyed && socket.write(packet));
  };
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  socket.on('connect', send).on('drain', send).resume();
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(flood, REOPEN_AFTER_MS));
}

for (let i = 0; i < CONNECTIONS; i++) flood();
