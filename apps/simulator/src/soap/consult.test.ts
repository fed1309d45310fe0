/** getStatus and getStatusCdr give the state and the CDR of facturas, and refuse boletas. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Answer, consult, control, readCdr, send, soap, start } from '../../testing/client.js';
import { boleta, factura, RUC } from '../../testing/invoices.js';
import { unzip } from '../documents/zip.js';
import type { Simulator } from '../simulator.js';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.stop());

const statusOf = ({ body }: { body: string }): string | undefined =>
  /<statusCode>(\d{4})</.exec(body)?.[1];

test('getStatusCdr gives the CDR of a factura again', async () => {
  const facts = factura({ number: 1 });
  const sent = await send(simulator.url, facts);
  const asked = await consult(simulator.url, 'getStatusCdr', facts);
  expect(statusOf(asked)).toBe('0004');
  expect(asked.content).toEqual(sent.content);
});

test('an unknown factura is 0011', async () => {
  const asked = await consult(simulator.url, 'getStatusCdr', factura({ number: 99 }));
  expect(statusOf(asked)).toBe('0011');
  expect(asked.content).toBeUndefined();
});

test('a query for a boleta is 0009, and 0010 with the type of a factura', async () => {
  await send(simulator.url, boleta({ number: 2 }));
  expect(statusOf(await consult(simulator.url, 'getStatusCdr', boleta({ number: 2 })))).toBe(
    '0009',
  );
  expect(
    statusOf(await consult(simulator.url, 'getStatusCdr', factura({ series: 'B001', number: 2 }))),
  ).toBe('0010');
});

test('getStatus answers accepted or rejected', async () => {
  await send(simulator.url, factura({ number: 3 }));
  await send(simulator.url, factura({ number: 4, client: '20999999003' }));
  expect(statusOf(await consult(simulator.url, 'getStatus', factura({ number: 3 })))).toBe('0001');
  expect(statusOf(await consult(simulator.url, 'getStatus', factura({ number: 4 })))).toBe('0002');
});

test('the user of another issuer gets 0012', async () => {
  const asked = await soap(
    `${simulator.url}/ol-it-wsconscpegem/billConsultService`,
    `<ser:getStatusCdr><rucComprobante>${RUC}</rucComprobante><tipoComprobante>01` +
      `</tipoComprobante>` +
      '<serieComprobante>F001</serieComprobante><numeroComprobante>1</numeroComprobante>' +
      '</ser:getStatusCdr>',
    { user: '20100070970MODDATOS' },
  );
  expect(statusOf(asked)).toBe('0012');
});

test('the CDR of a number of another system is given', async () => {
  const facts = factura({ number: 5, client: '20999999014' });
  expect((await send(simulator.url, facts)).fault).toBe('1033');
  const asked = await consult(simulator.url, 'getStatusCdr', facts);
  expect(readCdr(asked)).toMatchObject({ reference: 'F001-5', code: '0' });
});

test('a command makes the query fail', async () => {
  await control(simulator.url, 'siguiente', { resultado: 'caido', servicio: 'consulta' });
  expect((await consult(simulator.url, 'getStatusCdr', factura({ number: 1 }))).fault).toBe('0109');
  expect(statusOf(await consult(simulator.url, 'getStatusCdr', factura({ number: 1 })))).toBe(
    '0004',
  );
});

const CHANGED: [resultado: string, check: (content: Buffer, asked: Answer) => void][] = [
  ['otro-numero', (_, asked) => expect(readCdr(asked)).toMatchObject({ reference: 'F001-2' })],
  ['zip-malo', (content) => expect(() => unzip(content)).toThrow()],
  ['zip-truncado', (content) => expect(() => unzip(content)).toThrow()],
  ['bomba-zip', (content) => expect(() => unzip(content)).toThrow()],
  [
    'bomba-doctype',
    (content) => expect(unzip(content).at(-1)?.content.toString()).toMatch(/<!ENT/),
  ],
  ['gigante', (content) => expect(content.length).toBeGreaterThan(10_000_000)],
  ['texto', (content) => expect(content.toString('base64')).toMatch(/^Else/)],
];

test.each(CHANGED)(
  'getStatusCdr gives what %s has in place of the CDR',
  async (resultado, check) => {
    await control(simulator.url, 'siguiente', { resultado, servicio: 'consulta' });
    const asked = await consult(simulator.url, 'getStatusCdr', factura({ number: 1 }));
    expect(statusOf(asked)).toBe('0004');
    check(asked.content ?? Buffer.alloc(0), asked);
  },
);
