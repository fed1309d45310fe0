/** Tests the client of Consulta Integrada: tokens, states, refused credentials, failures. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { operatorPolicy } from '@rafaga/runtime/network';
import {
  type Handler,
  type MisbehavingServer,
  says,
  startMisbehavingServer,
} from '../testing/misbehavingServer.js';
import { type Authority, createAuthority } from './authority.js';
import { servicesAt } from './endpoints.js';
import type { ConsultReply } from './reply.js';

const ACCESS = { id: 'un-cliente', secret: 'un-secreto' };
const DOCUMENT = {
  ruc: '20123456786',
  type: '03',
  series: 'B001',
  number: 7,
  issueDate: '2026-11-21',
  total: '59.00',
};
const TIMEOUTS = {
  lookup: 400,
  connect: 400,
  secureConnect: 400,
  send: 400,
  response: 400,
  request: 800,
};
const LOCAL = operatorPolicy();

let peer: MisbehavingServer;
let authority: Authority;
beforeEach(async () => {
  peer = await startMisbehavingServer();
  authority = createAuthority({ ...servicesAt(peer.url), timeouts: TIMEOUTS, policy: LOCAL });
});
afterEach(async () => {
  authority.close();
  await peer.stop();
});

const json = (value: object, status = 200) =>
  says(JSON.stringify(value), status, 'application/json');
const token = json({ access_token: 'abc', token_type: 'Bearer', expires_in: 3600 });
const state = (estadoCp: string) =>
  json({ success: true, message: 'Operation Success! ', data: { estadoCp } });

/** Answers requests for a token and queries differently. */
const both =
  (onToken: Handler, onQuery: Handler): Handler =>
  (request, response, socket) =>
    (request.url.includes('/oauth2/token/') ? onToken : onQuery)(request, response, socket);

function query(answer: Handler): Promise<ConsultReply> {
  peer.answer(answer);
  if (!authority.consult) throw new Error('the service is configured');
  return authority.consult(DOCUMENT, ACCESS);
}

test.each([
  ['0', 'unknown'],
  ['1', 'accepted'],
  ['2', 'voided'],
  ['3', 'authorised'],
  ['4', 'unauthorised'],
] as const)('estadoCp %s is %s', async (estadoCp, validity) => {
  expect(await query(both(token, state(estadoCp)))).toMatchObject({ is: 'validity', validity });
});

test('the token is fetched once, and the request is the documented one', async () => {
  await query(both(token, state('1')));
  await query(both(token, state('1')));
  const [first, second, third] = peer.requests;
  expect(peer.requests).toHaveLength(3);
  expect(first?.url).toBe('/v1/clientesextranet/un-cliente/oauth2/token/');
  expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes',
    client_id: 'un-cliente',
    client_secret: 'un-secreto',
  });
  expect(second?.url).toBe('/v1/contribuyente/contribuyentes/20123456786/validarcomprobante');
  expect(second?.headers.authorization).toBe('Bearer abc');
  expect(JSON.parse(second?.body ?? '')).toEqual({
    numRuc: '20123456786',
    codComp: '03',
    numeroSerie: 'B001',
    numero: 7,
    fechaEmision: '21/11/2026',
    monto: 59,
  });
  expect(third?.headers.authorization).toBe('Bearer abc');
});

// on a kept connection a late answer to an earlier question would count as this one's
test('each token and each query has a connection of its own', async () => {
  peer.answer(both(token, state('1')));
  for (const secret of ['uno', 'otro', 'uno'])
    expect(await authority.consult?.(DOCUMENT, { ...ACCESS, secret })).toMatchObject({
      is: 'validity',
    });
  expect([peer.requests.length, peer.connections]).toEqual([5, 5]);
});

test('queries at the same time share one request for a token', async () => {
  peer.answer(both(token, state('1')));
  const { consult } = authority;
  const replies = await Promise.all(Array.from({ length: 5 }, () => consult?.(DOCUMENT, ACCESS)));
  for (const reply of replies) expect(reply).toMatchObject({ is: 'validity' });
  expect(peer.requests.filter(({ url }) => url.includes('/oauth2/token/'))).toHaveLength(1);
});

test('another secret does not get the token of the right one', async () => {
  expect(await query(both(token, state('1')))).toMatchObject({ is: 'validity' });
  peer.answer(both(json({ error: 'invalid_client' }, 401), state('1')));
  expect(await authority.consult?.(DOCUMENT, { ...ACCESS, secret: 'otro' })).toEqual({
    is: 'denied',
    reason: 'token: HTTP 401',
  });
});

const REFUSED = { is: 'denied', reason: 'consulta: HTTP 401' };

test('a kept token that is refused is replaced, once', async () => {
  await query(both(token, state('1')));
  let asked = 0;
  const refusesFirst: Handler = (request, response, socket) =>
    (asked++ === 0 ? says('', 401) : state('1'))(request, response, socket);
  expect(await query(both(token, refusesFirst))).toMatchObject({ is: 'validity' });
  expect(await query(both(token, says('', 401)))).toEqual(REFUSED);
  // token, query; query, token, query; query, token, query
  expect(peer.requests).toHaveLength(8);
});

test('a new token that is refused is not kept, and not replaced in the same query', async () => {
  expect(await query(both(token, says('', 401)))).toEqual(REFUSED);
  expect(peer.requests).toHaveLength(2);
  expect(await query(both(token, state('1')))).toMatchObject({ is: 'validity' });
  expect(peer.requests).toHaveLength(4);
});

test('refused credentials are distinguished from a service that is down', async () => {
  expect(await query(both(json({ error: 'invalid_client' }, 400), state('1')))).toEqual({
    is: 'denied',
    reason: 'token: HTTP 400',
  });
  expect(await query(both(says('<html/>', 502), state('1')))).toMatchObject({ is: 'server_error' });
  expect(await query(both(token, says('no JSON', 200)))).toMatchObject({ is: 'unreadable' });
  expect(await query(both(token, says('<html/>', 404)))).toMatchObject({ is: 'server_error' });
  const maintenance = says('<!DOCTYPE html><html/>', 200);
  expect(await query(both(token, maintenance))).toMatchObject({ is: 'server_error' });
  expect(await query(both(token, json({ success: false, message: 'error' })))).toMatchObject({
    is: 'declined',
    reason: 'error',
  });
  expect(await query(both(token, json({ success: false, message: 'a\0\nb' })))).toMatchObject({
    reason: 'a b',
  });
  expect(await query(both(token, json({ success: false, message: 'ab\ud83d' })))).toMatchObject({
    reason: 'ab\ufffd',
  });
  expect(await query(both(token, state('9')))).toMatchObject({ is: 'unreadable' });
  expect(await query(both(token, () => undefined))).toMatchObject({
    is: 'transport_error',
    delivered: 'unknown',
  });
  expect(await query(both(token, says('', 429)))).toEqual({ is: 'throttled', reason: 'HTTP 429' });
});

test('a firewall that refuses us says nothing about our credentials', async () => {
  const page = says('<html><body>Your support ID is: 7</body></html>', 403, 'text/html');
  expect(await query(both(page, state('1')))).toMatchObject({
    is: 'unreadable',
    reason: 'token: HTTP 403: Your support ID is: 7',
    blocked: true,
  });
  expect(await query(both(token, page))).toMatchObject({
    is: 'unreadable',
    reason: 'consulta: HTTP 403: Your support ID is: 7',
    blocked: true,
  });
});

test('a web page in place of a token is a service that is down', async () => {
  expect(await query(both(says('<html/>'), state('1')))).toMatchObject({ is: 'server_error' });
});

test('HTTP 429 for the token is a wait, as long as the service says', async () => {
  const slower: Handler = (_request, response) =>
    void response.writeHead(429, { 'Retry-After': '7' }).end();
  expect(await query(both(slower, state('1')))).toMatchObject({
    is: 'throttled',
    retryAfterMs: 7_000,
  });
});

/** It has no text: String() of it throws. */
const OBJECT = { toString: 1, valueOf: 1 };

test.each([
  ['a message', both(token, json({ success: false, message: OBJECT })), 'declined'],
  ['a state', both(token, json({ success: true, data: { estadoCp: OBJECT } })), 'unreadable'],
  ['an expiry', both(json({ access_token: 'a', expires_in: OBJECT }), state('1')), 'validity'],
  ['a token of two lines', both(json({ access_token: 'a\nb' }), state('1')), 'transport_error'],
])('%s of another type than the documented one is an answer like others', async (_, how, is) => {
  expect(await query(how)).toMatchObject({ is });
});
