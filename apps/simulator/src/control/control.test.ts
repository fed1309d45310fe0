/**
 * Commands under /control set the next answers, latency and outages, and wrong commands are
 * refused.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import got from 'got';
import { consult, control, ledgerOf, readCdr, send, start } from '../../testing/client.js';
import { boleta, factura } from '../../testing/invoices.js';
import type { Simulator } from '../simulator.js';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start();
});
afterEach(() => control(simulator.url, 'normal'));
afterAll(() => simulator.stop());

test('a commanded outcome is answered as many times as the command says', async () => {
  await control(simulator.url, 'siguiente', { resultado: 'transitorio', veces: 2 });
  const facts = boleta({ number: 1 });
  const faults = [
    await send(simulator.url, facts),
    await send(simulator.url, facts),
    await send(simulator.url, facts),
  ];
  expect(faults.map(({ fault }) => fault)).toEqual(['0130', '0130', undefined]);
});

test('a command for a document answers it however its number is written', async () => {
  await control(simulator.url, 'siguiente', {
    resultado: 'transitorio',
    documento: '20123456786-03-b001-00000010',
    ruc: '20123456786',
    tipo: '03',
  });
  expect((await send(simulator.url, boleta({ number: 10 }))).fault).toBe('0130');
});

test('each outcome is listed with the client that selects it', async () => {
  const { resultados, clientes } = await got(`${simulator.url}/control`).json<
    Record<'resultados' | 'clientes', object>
  >();
  expect(Object.keys(clientes)).toEqual(Object.keys(resultados));
  const [, ruc] = (clientes as Record<string, string[]>).rechazado as [string, string];
  expect(readCdr(await send(simulator.url, factura({ number: 5, client: ruc }))).code).not.toBe(
    '0',
  );
});

test('a rejection has the code of the command', async () => {
  await control(simulator.url, 'siguiente', { resultado: 'rechazado', codigo: '3291' });
  expect(readCdr(await send(simulator.url, boleta({ number: 2 })))).toMatchObject({
    code: '3291',
    description: 'El cálculo del IGV es Incorrecto',
  });
});

test.each([
  ['http-503', { status: 503 }],
  ['0109', { fault: '0109' }],
])('a service that is down answers %s until the command normal', async (modo, seen) => {
  await control(simulator.url, 'caida', { modo, servicios: ['envio'] });
  const facts = factura({ number: modo === '0109' ? 3 : 4 });
  expect(await send(simulator.url, facts)).toMatchObject(seen);
  expect((await consult(simulator.url, 'getStatusCdr', facts)).status).toBe(200);
  await control(simulator.url, 'normal');
  expect((await send(simulator.url, facts)).status).toBe(200);
});

test.each(['corte', 'colgado'])(
  'a service that is down by %s gives no answer and registers nothing',
  async (modo) => {
    await control(simulator.url, 'caida', { modo });
    const before = await ledgerOf(simulator.url);
    await expect(send(simulator.url, boleta({ number: 5 }), { timeout: 300 })).rejects.toThrow();
    expect(await ledgerOf(simulator.url)).toHaveLength(before.length);
  },
);

test('an outage can last a number of requests, and a reset request is not read', async () => {
  await control(simulator.url, 'caida', { modo: 'corte', servicios: ['envio'], veces: 1 });
  const before = await ledgerOf(simulator.url);
  const facts = boleta({ number: 9 });
  await expect(send(simulator.url, facts)).rejects.toThrow();
  expect(await ledgerOf(simulator.url)).toHaveLength(before.length);
  expect((await send(simulator.url, facts)).status).toBe(200);
});

const askToken = (timeout = 5_000) =>
  got.post(`${simulator.url}/v1/clientesextranet/app/oauth2/token/`, {
    form: {},
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: timeout },
  });

test('an answer is delayed by the latency, a token too', async () => {
  await control(simulator.url, 'latencia', { ms: 600_000 });
  await expect(send(simulator.url, boleta({ number: 6 }), { timeout: 300 })).rejects.toThrow();
  await expect(askToken(300)).rejects.toThrow();
});

test.each([
  ['clientesextranet/app/oauth2/token/', 'application/x-www-form-urlencoded'],
  ['contribuyente/contribuyentes/20123456786/validarcomprobante', 'application/json'],
])('an outage by reset does not read the body of %s', async (path, type) => {
  await control(simulator.url, 'caida', { modo: 'corte', servicios: ['rest'], veces: 1 });
  const { hostname, port } = new URL(simulator.url);
  const socket = connect(Number(port), hostname);
  // the body never comes
  socket.write(
    `POST /v1/${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n` +
      'Content-Length: 1000\r\n\r\n',
  );
  const [error] = await once(socket, 'error');
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  expect((await askToken()).statusCode).toBe(400);
});

test.each([
  ['siguiente', { resultado: 'inventado' }, 'resultado: elige uno de '],
  ['siguiente', { resultado: 'rechazado', codigo: '12' }, 'codigo: son cuatro dígitos.'],
  ['siguiente', { resultado: 'aceptado', veces: 0 }, 'veces: un entero'],
  ['siguiente', { resultado: 'aceptado', servicio: 'fax' }, 'servicio: elige uno de '],
  ['siguiente', { resultado: 'rechazado', servicio: 'consulta' }, 'es de envio.'],
  ['siguiente', { resultado: 'ya-registrado', servicio: 'rest' }, 'es de envio.'],
  ['siguiente', { resultado: 'zip-malo', servicio: 'rest' }, 'es de envio o consulta.'],
  ['siguiente', { resultado: 'sin-firma', servicio: 'rest' }, 'es de envio o consulta.'],
  ['siguiente', { resultado: 'aceptado', documento: 'B001-12' }, 'documento: escríbelo RUC-TT-'],
  ['siguiente', { resultado: 'aceptado', ruc: '2012345678' }, 'ruc: son once dígitos.'],
  ['siguiente', { resultado: 'aceptado', tipo: 'boleta' }, 'tipo: 01 o 03.'],
  ['caida', { modo: 'siesta' }, 'modo: elige uno de '],
  ['caida', { servicios: ['fax'] }, 'servicios: una lista'],
  ['latencia', { ms: -1 }, 'ms: un entero'],
  ['rezagadas', { clase: 'eco' }, 'clase: elige uno de '],
  ['rezagadas', { codigo: 'x' }, 'codigo: de uno a cuatro'],
  ['constancias', { huella: 'sí' }, 'huella: debe ser true o false.'],
])('/control/%s refuses %j', async (path, body, message) => {
  const { statusCode, body: answer } = await control(simulator.url, path, body);
  expect(statusCode).toBe(422);
  expect(answer).toEqual({ error: expect.stringContaining(message) });
});

test('what CDRs show is part of the state', async () => {
  const shown = async () =>
    (await got(`${simulator.url}/control`).json<{ constancias: object }>()).constancias;
  expect(await shown()).toEqual({ huella: false });
  await control(simulator.url, 'constancias', { huella: true });
  expect(await shown()).toEqual({ huella: true });
});

test('a command that is not JSON is refused, so that no web form can send one', async () => {
  const response = await got.post(`${simulator.url}/control/olvidar`, {
    form: { a: 'b' },
    throwHttpErrors: false,
  });
  expect(response.statusCode).toBe(415);
});

test('olvidar deletes every registration', async () => {
  await send(simulator.url, boleta({ number: 7 }));
  await control(simulator.url, 'olvidar');
  expect(await ledgerOf(simulator.url)).toEqual([]);
  expect((await send(simulator.url, boleta({ number: 7 }))).status).toBe(200);
});

test('a registered document can be read', async () => {
  await send(simulator.url, boleta({ number: 8 }));
  expect(
    await got(`${simulator.url}/control/documentos/20123456786-03-B001-8`).json(),
  ).toMatchObject({
    verdict: 'accepted',
    total: '118.00',
  });
});

test('the Date of answers is as far from the clock as the command says', async () => {
  const minutesAhead = async () => {
    const { headers } = await got.post(`${simulator.url}/ol-ti-itcpfegem/billService`, {
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return (Date.parse(headers.date ?? '') - Date.now()) / 60_000;
  };
  await control(simulator.url, 'reloj', { segundos: -3_600 });
  expect(await minutesAhead()).toBeLessThan(-50);
  await control(simulator.url, 'normal');
  expect(await minutesAhead()).toBeGreaterThan(-10);
});
