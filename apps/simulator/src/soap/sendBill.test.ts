/**
 * sendBill registers a valid document once and answers a CDR, and refuses every other file with
 * SUNAT's code.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import got from 'got';
import {
  control,
  ledgerOf,
  readCdr,
  send,
  sendZip,
  soap,
  start,
  testIdentity,
} from '../../testing/client.js';
import {
  boleta,
  factura,
  type InvoiceFacts,
  identity,
  nameOf,
  RUC,
  signed,
  signedXml,
  unsignedXml,
  zipped,
} from '../../testing/invoices.js';
import { zip } from '../documents/zip.js';
import type { Simulator } from '../simulator.js';

let simulator: Simulator;
let number = 100;
const next = (): number => {
  number += 1;
  return number;
};

beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.stop());

test('a valid boleta is accepted with a CDR that names it', async () => {
  const facts = boleta({ number: next() });
  const answer = await send(simulator.url, facts);
  expect(answer.status).toBe(200);
  expect(readCdr(answer)).toEqual({
    names: ['dummy/', `R-${nameOf(facts)}.xml`],
    reference: `B001-${facts.number}`,
    code: '0',
    description: `La Boleta numero B001-${facts.number}, ha sido aceptada`,
    notes: [],
  });
});

test('the ledger has the hash of the registered XML', async () => {
  const facts = factura({ number: next() });
  await send(simulator.url, facts);
  const [line] = (await ledgerOf(simulator.url)).filter(
    ({ document }) => document === nameOf(facts),
  );
  expect(line).toMatchObject({ outcome: 'aceptado', registered: true, code: '0', by: 'default' });
  expect(line?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('a registered document that is sent again is 1033, and the ledger has it once', async () => {
  const facts = factura({ number: next() });
  await send(simulator.url, facts);
  expect((await send(simulator.url, facts)).fault).toBe('1033');
  const lines = (await ledgerOf(simulator.url)).filter(
    ({ document }) => document === nameOf(facts),
  );
  expect(lines.map(({ registered }) => registered)).toEqual([true, false]);
});

test('simultaneous equal documents are registered once', async () => {
  const facts = boleta({ number: next() });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(simulator.url, facts)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ fault }) => fault === '1033')).toHaveLength(7);
});

test('a rejected number is used, and sending it again is 1032', async () => {
  const facts = factura({ number: next(), client: '20999999003' });
  expect(readCdr(await send(simulator.url, facts))).toMatchObject({ code: '2017' });
  expect((await send(simulator.url, { ...facts, client: '20100070970' })).fault).toBe('1032');
});

test('a document altered after signing is 2335 and is not registered', async () => {
  const facts = factura({ number: next() });
  const altered = signedXml(facts, testIdentity).replace('>118.00<', '>1.18<');
  const answer = await sendZip(
    simulator.url,
    `${nameOf(facts)}.zip`,
    zipped(nameOf(facts), altered),
  );
  expect(answer).toMatchObject({ status: 500, fault: '2335' });
  expect(readCdr(await send(simulator.url, facts))).toMatchObject({ code: '0' });
});

test('an expired certificate is 2327', async () => {
  const facts = factura({ number: next() });
  const xml = signedXml(facts, identity(-1));
  expect(
    (await sendZip(simulator.url, `${nameOf(facts)}.zip`, zipped(nameOf(facts), xml))).fault,
  ).toBe('2327');
});

test('a document without a signature is 2085', async () => {
  const facts = factura({ number: next() });
  expect(
    (
      await sendZip(
        simulator.url,
        `${nameOf(facts)}.zip`,
        zipped(nameOf(facts), unsignedXml(facts)),
      )
    ).fault,
  ).toBe('2085');
});

const NAME = `${RUC}-03-B001-7`;
const XML = unsignedXml(boleta({ number: 7 }));
const FILES: [string, string, string, Buffer][] = [
  ['0151', 'a name of another shape', 'boleta.zip', zipped(NAME, XML)],
  ['0151', 'a kind that is not an invoice', `${RUC}-20-R001-1.zip`, zipped(NAME, XML)],
  ['0154', 'a RUC that is not the user’s', '20100070970-03-B001-7.zip', zipped(NAME, XML)],
  ['0155', 'a zip without entries', `${NAME}.zip`, zip([])],
  [
    '0155',
    'a zip with nothing but a folder',
    `${NAME}.zip`,
    zip([{ name: 'dummy/', content: Buffer.alloc(0) }]),
  ],
  ['0156', 'bytes that are no zip', `${NAME}.zip`, Buffer.from('hello')],
  ['0156', 'a zip cut short', `${NAME}.zip`, zipped(NAME, XML).subarray(0, 300)],
  [
    '0157',
    'a zip without XML',
    `${NAME}.zip`,
    zip([{ name: 'nota.txt', content: Buffer.from('x') }]),
  ],
  [
    '0158',
    'two documents in a zip',
    `${NAME}.zip`,
    zip([
      { name: `${NAME}.xml`, content: Buffer.from(XML) },
      { name: `${RUC}-03-B001-8.xml`, content: Buffer.from(XML) },
    ]),
  ],
  ['0159', 'an XML with a name of another shape', `${NAME}.zip`, zipped('boleta', XML)],
  ['0160', 'an empty XML', `${NAME}.zip`, zipped(NAME, '')],
  ['0161', 'an XML named otherwise than its zip', `${NAME}.zip`, zipped(`${RUC}-03-B001-8`, XML)],
  ['0306', 'XML that is not well-formed', `${NAME}.zip`, zipped(NAME, '<Invoice><a></Invoice>')],
  [
    '0306',
    'XML with a DOCTYPE',
    `${NAME}.zip`,
    zipped(NAME, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
  ],
  ['0306', 'another root', `${NAME}.zip`, zipped(NAME, '<CreditNote/>')],
  [
    '2074',
    'another UBL version',
    `${NAME}.zip`,
    zipped(NAME, unsignedXml(boleta({ number: 7, ublVersion: '2.0' }))),
  ],
  [
    '1003',
    'a factura in a boleta’s name',
    `${NAME}.zip`,
    zipped(NAME, unsignedXml(boleta({ number: 7, type: '01' }))),
  ],
  [
    '1034',
    'another RUC inside',
    `${NAME}.zip`,
    zipped(NAME, unsignedXml(boleta({ number: 7, ruc: '20100070970' }))),
  ],
  [
    '1035',
    'another series inside',
    `${NAME}.zip`,
    zipped(NAME, unsignedXml(boleta({ number: 7, series: 'B002' }))),
  ],
  [
    '1036',
    'another number inside',
    `${NAME}.zip`,
    zipped(NAME, unsignedXml(boleta({ number: 8 }))),
  ],
];

test.each(FILES)('the fault %s answers %s', async (code, _title, fileName, content) => {
  const answer = await sendZip(simulator.url, fileName, content);
  expect(answer).toMatchObject({ status: 500, fault: code });
});

test.each([
  ['0102', `${RUC}MODDATOS`, 'mala'],
  ['0102', 'MODDATOS', 'moddatos'],
  ['0101', '', ''],
])('%s for the user «%s» with the password «%s»', async (code, user, password) => {
  expect(
    (await sendZip(simulator.url, `${NAME}.zip`, zipped(NAME, XML), { user, password })).fault,
  ).toBe(code);
});

const daysAgo = (days: number): string =>
  new Date(Date.now() - 5 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

test('a factura of four days ago is rejected with 2108', async () => {
  expect(
    readCdr(await send(simulator.url, factura({ number: next(), issueDate: daysAgo(4) }))),
  ).toMatchObject({ code: '2108' });
});

test.each([
  [5, undefined],
  [6, '1079'],
])('a boleta of %i days ago answers the fault %s of a late one', async (days, fault) => {
  const answer = await send(simulator.url, boleta({ number: next(), issueDate: daysAgo(days) }));
  expect(answer.fault).toBe(fault);
});

test('a document with a date of next week is rejected with 2329', async () => {
  expect(
    readCdr(await send(simulator.url, boleta({ number: next(), issueDate: daysAgo(-5) }))),
  ).toMatchObject({ code: '2329' });
});

test.each([
  ['0101', '1', '2800'],
  ['0112', '1', '0'],
  ['0112', '7', '2800'],
  ['0200', '7', '0'],
  ['0200', '6', '2800'],
  ['0201', '6', '2800'],
  ['0202', '6', '0'],
  ['0204', '6', '2800'],
  ['0208', 'X', '2800'],
  ['0401', '7', '0'],
  ['0401', '-', '0'],
  ['0401', '5', '2800'],
  ['2106', '7', '0'],
  ['2106', '6', '2800'],
])('a factura of operation %s for a client of type %s: %s', async (operation, clientType, code) => {
  const facts = factura({ number: next(), operation, clientType, client: '12345678901' });
  expect(readCdr(await send(simulator.url, facts))).toMatchObject({ code });
});

test.each([
  ['0101', '6', '0'],
  ['0200', '7', '0'],
  ['0200', '6', '2800'],
  ['0202', '6', '0'],
  ['0208', '6', '2800'],
  ['0401', '6', '2800'],
])('a boleta of operation %s for a client of type %s: %s', async (operation, clientType, code) => {
  const facts = boleta({ number: next(), operation, clientType, client: '20100070970' });
  expect(readCdr(await send(simulator.url, facts))).toMatchObject({ code });
});

/** Sends a factura with a change that is made before it is signed. */
function sendChanged(from: string | RegExp, to: string, change: Partial<InvoiceFacts> = {}) {
  const facts = factura({ number: next(), ...change });
  const xml = unsignedXml(facts);
  const changed = xml.replaceAll(from, to);
  expect(changed).not.toBe(xml);
  const file = zipped(nameOf(facts), signed(changed, testIdentity));
  return sendZip(simulator.url, `${nameOf(facts)}.zip`, file);
}

test('an export to a RUC is accepted with the legend 2008', async () => {
  const legend = '<cbc:Note languageLocaleID="2008">VENTA</cbc:Note>$&';
  const answer = await sendChanged(/<cbc:DocumentCurrencyCode>/g, legend, { operation: '0200' });
  expect(readCdr(answer)).toMatchObject({ code: '0' });
});

test.each([
  ['<cbc:ID>FormaPago<', '<cbc:ID>Detraccion<'],
  ['<cbc:ID>FormaPago</cbc:ID>', ''],
])('payment terms that are no form of payment are 3244: %s as %s', async (from, to) => {
  expect(readCdr(await sendChanged(from, to))).toMatchObject({ code: '3244' });
});

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

test.each([
  ['cbc', `${UBL}CommonBasicComponents-2`, '2075'],
  ['cac', `${UBL}CommonAggregateComponents-2`, '1034'],
  ['ext', `${UBL}CommonExtensionComponents-2`, '2085'],
])('a document whose %s is not in the namespace %s is %s', async (_, namespace, fault) => {
  expect((await sendChanged(namespace, 'urn:otro')).fault).toBe(fault);
});

test('a document may have any prefixes', async () => {
  const answer = await sendChanged(/(?<=<\/?|xmlns:)(?=(c[ab]c|ext)[:=])/g, 'x');
  expect(readCdr(answer)).toMatchObject({ code: '0' });
});

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const token = (namespace: string) =>
  `<Security xmlns="${namespace}"><UsernameToken><Username>${RUC}MODDATOS</Username>` +
  '<Password>moddatos</Password></UsernameToken></Security>';
const sendSummary = (namespace: string, inside = '') =>
  `<q:sendSummary xmlns:q="${namespace}">${inside}</q:sendSummary>`;
const SERVICE = 'http://service.sunat.gob.pe';

test.each<[what: string, fault: string, header: string, body: string]>([
  ['any prefixes', 'Client.0152', token(WSS), sendSummary(SERVICE)],
  ['a user in another namespace', 'Client.0101', token('urn:otro'), sendSummary(SERVICE)],
  ['a user in the body', 'Client.0101', '', sendSummary(SERVICE, token(WSS))],
  ['an operation of another service', 'Client', token(WSS), sendSummary('urn:otro')],
  ['an operation without a namespace', 'Client', token(WSS), '<sendSummary/>'],
])('a request with %s is the fault %s', async (_, fault, header, body) => {
  const answer = await got.post(`${simulator.url}/ol-ti-itcpfegem/billService`, {
    body:
      `<Envelope xmlns="${ENVELOPE}"><Header>${header}</Header>` +
      `<s:Body xmlns:s="${ENVELOPE}">${body}</s:Body></Envelope>`,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  expect(answer.body).toContain(`<faultcode>soap-env:${fault}</faultcode>`);
});

test('an unknown operation is a fault without a code', async () => {
  const answer = await soap(`${simulator.url}/ol-ti-itcpfegem/billService`, '<ser:borrar/>');
  expect(answer).toMatchObject({
    status: 500,
    body: expect.stringContaining('<faultcode>soap-env:Client</faultcode>'),
  });
});

test('a simulator that is not strict checks no signature', async () => {
  const lax = await start({ strict: false });
  const facts = factura();
  const answer = await sendZip(
    lax.url,
    `${nameOf(facts)}.zip`,
    zipped(nameOf(facts), unsignedXml(facts)),
  );
  await lax.stop();
  expect(readCdr(answer)).toMatchObject({ code: '0' });
});

test('a command for one document changes no answer to another', async () => {
  const [first, second] = [factura({ number: next() }), factura({ number: next() })];
  await control(simulator.url, 'siguiente', {
    resultado: 'excepcion',
    codigo: '0111',
    documento: nameOf(second),
  });
  expect((await send(simulator.url, first)).status).toBe(200);
  expect((await send(simulator.url, second)).fault).toBe('0111');
});
