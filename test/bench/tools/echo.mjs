/**
 * The reference of `issue` and `attack`: an Express server that only parses the body, and sends it
 * back or answers how many fields it has.
 */
import express from 'express';

const app = express();
app.use(express.json({ limit: 2_000_000 }));
app.post('/echo', (req, res) => res.status(201).json(req.body));
app.post('/fields', (req, res) => res.status(201).json(Object.keys(req.body).length));
app.get('/healthz', (_req, res) => res.json({}));
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
