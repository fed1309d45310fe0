/** Sales of a business that issues many take turns beside those of businesses that issue few. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Refusal } from '@rafaga/contract';
import type { Deps } from '../deps.js';
import type { Request, Response } from '../handler.js';
import { issue } from './issue.js';

const BUSINESS = { id: 7, ruc: '20123456786', pricesIncludeTax: true, exonerationAllowed: true };
const CALLER = {
  business: BUSINESS,
  series: [{ kind: 'boleta', code: 'B001', here: true, active: true }],
  certificate: { notBefore: new Date(0), notAfter: new Date('2100-01-01'), subjectRuc: null },
  hasAccess: true,
};

const SALE = {
  serie: 'B001',
  fecha_emision: '2026-03-15',
  cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Quispe' },
  items: [{ descripcion: 'Gaseosa', unidad: 'NIU', cantidad: 2, precio_unitario: 3.5 }],
};
const BODY = Buffer.from(JSON.stringify(SALE));

/** What happened to the sale, in its order. */
const events: string[] = [];
let isMany = true;
let areFewActive = true;
/** The turns that come; the time of the call is over when one does not. */
let turnsLeft = Infinity;
let locals: { caller: object; body: Buffer; startedAt: number };
const deps = {
  checking: { noteSmall: () => events.push('checked') },
  clock: () => new Date('2026-03-15T17:00:00Z'),
  issuance: {
    async issue() {
      events.push('issued');
      return { is: 'issued', id: 1, number: 1, answer: '{}' };
    },
  },
  recentDocuments: { issuesMany: () => isMany, fewAreActive: () => areFewActive, add: () => 1 },
  enqueuer: { enqueue: ({ lane }: { lane: string }) => events.push(lane) },
  saleTurns: {
    next(businessId: number, work: () => void) {
      events.push(`turn of ${businessId}`);
      if (turnsLeft-- > 0) work();
      else locals.startedAt -= 10_000;
    },
  },
} as unknown as Deps;
const step = issue(deps, 'boleta');
const server = createServer(async (req, res: ServerResponse) => {
  locals = { caller: CALLER, body: BODY, startedAt: performance.now() };
  const call = Object.assign(res, { locals }) as unknown as Response;
  await Promise.resolve(step(req as Request, call)).catch(({ reason }: Refusal) => {
    events.push(reason);
    res.writeHead(503).end();
  });
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  events.splice(0);
  [isMany, areFewActive, turnsLeft] = [true, true, Infinity];
});

async function sell(): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'Idempotency-Key': 'venta-1' };
  return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers })).status;
}

test('a sale is checked in its turn, and answered in another after it was enqueued', async () => {
  expect(await sell()).toBe(201);
  expect(events).toEqual(['turn of 7', 'checked', 'issued', 'bulk', 'turn of 7']);
});

test('a sale whose turn does not come in time is refused before anything is stored', async () => {
  turnsLeft = 0;
  expect(await sell()).toBe(503);
  expect(events).toEqual(['turn of 7', 'overloaded']);
});

test('a stored sale is answered when the time of its call is over before its turn', async () => {
  turnsLeft = 1;
  expect(await sell()).toBe(201);
  expect(events).toEqual(['turn of 7', 'checked', 'issued', 'bulk', 'turn of 7']);
});

test.each([
  ['a business that issues few', false, true, 'emit'],
  ['a business that issues many without those of few', true, false, 'bulk'],
])('the sales of %s take no turns', async (_who, many, fewAreActive, lane) => {
  [isMany, areFewActive] = [many, fewAreActive];
  expect(await sell()).toBe(201);
  expect(events).toEqual(['checked', 'issued', lane]);
});
