/** Takes spans by OTLP over HTTP and drops them: what a collector costs its senders. */
import { createServer } from 'node:http';

const server = createServer((req, res) => {
  req.resume().on('end', () => res.end());
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
