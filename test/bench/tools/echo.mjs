// The reference of `issue`: an Express server that only parses the body and sends it back.
import express from 'express';

const app = express();
app.use(express.json());
app.post('/echo', (req, res) => res.status(201).json(req.body));
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
