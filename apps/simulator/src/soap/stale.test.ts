/**
 * Surplus answers are written after the right one, on the same connection, where a client could
 * take them for the next answer.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import got from 'got';
import { control, send, start, testIdentity } from '../../testing/client.js';
import { boleta, nameOf, signedXml, zipped } from '../../testing/invoices.js';
import type { Simulator } from '../simulator.js';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start();
});
afterEach(() => control(simulator.url, 'normal'));
afterAll(() => simulator.stop());

const written = async () => {
  const { rezagadas } = await got(`${simulator.url}/control`).json<{
    rezagadas: { escritas: number };
  }>();
  return rezagadas.escritas;
};

function bill(number: number): string {
  const facts = boleta({ number });
  const content = zipped(nameOf(facts), signedXml(facts, testIdentity)).toString('base64');
  const body =
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
    '<soapenv:Header><Security xmlns="http://docs.oasis-open.org/wss/2004/01/' +
    'oasis-200401-wss-wssecurity-secext-1.0.xsd"><UsernameToken>' +
    '<Username>20123456786MODDATOS</Username><Password>x</Password></UsernameToken></Security>' +
    '</soapenv:Header><soapenv:Body>' +
    '<a:sendBill xmlns:a="http://service.sunat.gob.pe">' +
    `<fileName>${nameOf(facts)}.zip</fileName><contentFile>${content}</contentFile>` +
    `</a:sendBill></soapenv:Body></soapenv:Envelope>`;
  const head = [
    'POST /ol-ti-itcpfegem/billService HTTP/1.1',
    'Host: a',
    'Content-Type: text/xml',
    `Content-Length: ${body.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** The answers on one connection, until there are `count` or it ends. */
async function answersOn(socket: Socket, count: number): Promise<string[]> {
  let all = '';
  for await (const piece of socket) {
    all += piece;
    const answers = all.split(/(?=HTTP\/1\.1 )/);
    if (answers.length === count && /Envelope>$|\}$/.test(all)) return answers;
  }
  return all.split(/(?=HTTP\/1\.1 )/);
}

function open(): Socket {
  const { hostname, port } = new URL(simulator.url);
  return connect(Number(port), hostname);
}

test.each([1, 50])(
  'a surplus fault comes %i ms after the good answer, on the same connection',
  async (ms) => {
    await control(simulator.url, 'rezagadas', { clase: 'fallo', codigo: '0109', ms });
    const socket = open();
    socket.write(bill(ms));
    const [good, late] = await answersOn(socket, 2);
    expect(good).toMatch(/^HTTP\/1\.1 200[\s\S]*applicationResponse/);
    expect(late).toMatch(/^HTTP\/1\.1 500[\s\S]*soap-env:Server\.0109/);
    expect(await written()).toBe(1);
  },
);

test('the surplus CDR is that of the document before', async () => {
  await control(simulator.url, 'rezagadas', { clase: 'constancia', cada: 2 });
  const first = await send(simulator.url, boleta({ number: 101 }));
  const socket = open();
  socket.write(bill(102));
  const [good, late] = await answersOn(socket, 2);
  expect(late).toContain(first.content?.toString('base64'));
  expect(good).not.toContain(first.content?.toString('base64'));
});

test('surplus answers come as often as commanded, and only after good answers', async () => {
  await control(simulator.url, 'rezagadas', { clase: 'fallo', veces: 2 });
  await control(simulator.url, 'siguiente', { resultado: 'caido' });
  for (const number of [201, 202, 203, 204]) {
    const socket = open();
    socket.write(bill(number));
    await answersOn(socket, number === 202 || number === 203 ? 2 : 1);
    socket.destroy();
  }
  expect(await written()).toBe(2);
});
