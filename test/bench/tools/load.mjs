/**
 * A load generator with low overhead: a process with raw keep-alive sockets, one request at a time
 * on each. It gets its work over IPC and answers { count, seconds, latencies (sorted, ms),
 * statuses }, then ends unless the work has `again`.
 */
import { connect } from 'node:net';

process.on('message', async (work) => {
  process.send(await load(work), () => work.again || process.disconnect());
});

/**
 * `gets` are paths that are read in turn, instead of the POST of a body.
 * @param work { ports, connections, seconds, documents?, path, headers, bodies, prefix, gets? }
 */
async function load({
  ports,
  connections,
  seconds,
  documents = Number.POSITIVE_INFINITY,
  ...requests
}) {
  const latencies = [];
  const statuses = {};
  let sent = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  const write = requests.gets ? readsOf(requests) : salesOf(requests);
  const run = {
    isOver: () => performance.now() >= until || sent >= documents,
    writeNext: (socket) => write(socket, sent++),
    answered(ms, status) {
      latencies.push(ms);
      statuses[status] = (statuses[status] ?? 0) + 1;
    },
  };
  await Promise.all(
    Array.from({ length: connections }, (_, i) => requestsOn(ports[i % ports.length], run)),
  );
  const took = (performance.now() - began) / 1000;
  return {
    count: latencies.length,
    seconds: took,
    latencies: latencies.sort((a, b) => a - b),
    statuses,
  };
}

const headLines = (headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** Writes the GET of one path after another. */
function readsOf({ gets, headers }) {
  const fixed = headLines(headers);
  return (socket, place) => {
    socket.write(`GET ${gets[place % gets.length]} HTTP/1.1\r\nHost: bench\r\n${fixed}\r\n`);
  };
}

/** Writes head and body as one, without a copy of a large body for each request. */
function salesOf({ path, headers, bodies, prefix }) {
  const texts = bodies.map((body) => Buffer.from(body));
  const fixed = headLines(headers);
  return (socket, place) => {
    const body = texts[place % texts.length];
    socket.cork();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: bench\r\n${fixed}Idempotency-Key: ` +
        `${prefix}-${place}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    socket.uncork();
  };
}

/** Sends one request after another on a connection of its own, until the run is over. */
const requestsOn = (port, { isOver, writeNext, answered }) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    let answer = '';
    let at;
    const send = () => {
      if (isOver()) return socket.end(resolve);
      at = performance.now();
      writeNext(socket);
    };
    socket.on('connect', send).on('error', reject).on('close', resolve);
    socket.on('data', (text) => {
      answer += text;
      const head = answer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer)[1]);
      if (answer.length < head + 4 + length) return;
      answered(performance.now() - at, answer.slice(9, 12));
      answer = '';
      send();
    });
  });
