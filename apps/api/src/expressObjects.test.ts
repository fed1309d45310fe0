/** Express leaves the prototypes of requests and responses as they are. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import express from 'express';
import { expressObjects } from './expressObjects.js';

test('Express leaves the prototypes of requests and responses as they are', async () => {
  const app = express();
  const objects = expressObjects(app);
  const before: unknown[] = [];
  app.get('/', (req, res) => {
    const after = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
    res.json({ same: before.every((each, place) => each === after[place]), ip: req.ip });
  });
  const server = createServer(objects, (req, res) => {
    before.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
    app(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await response.json()).toEqual({ same: true, ip: '127.0.0.1' });
  } finally {
    server.close();
  }
});
