/**
 * Documents that another system registered under our numbers: what every service answers for them.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import got from 'got';
import {
  type Answer,
  consult,
  control,
  ledgerOf,
  readCdr,
  send,
  start,
} from '../../testing/client.js';
import { boleta, factura, nameOf, RUC } from '../../testing/invoices.js';
import { unzip } from '../documents/zip.js';
import type { Simulator } from '../simulator.js';

let simulator: Simulator & { folder: string };
beforeAll(async () => {
  simulator = await start();
});
afterEach(() => control(simulator.url, 'normal'));
afterAll(() => simulator.stop());

const seed = async (body: object) => (await control(simulator.url, 'ajenos', body)).body;
const xmlOf = ({ content }: Answer) =>
  unzip(content ?? Buffer.alloc(0))
    .at(-1)
    ?.content.toString();

test('a number of another system is 1033, and its CDR names the other client', async () => {
  const facts = factura({ number: 1 });
  expect(await seed({ documento: nameOf(facts), cliente: '20999888777', total: '42.00' })).toEqual({
    registrados: [nameOf(facts)],
    ocupados: [],
  });
  expect((await send(simulator.url, facts)).fault).toBe('1033');
  const answer = await consult(simulator.url, 'getStatusCdr', facts);
  expect(readCdr(answer)).toMatchObject({ reference: 'F001-1', code: '0' });
  expect(xmlOf(answer)).toContain(
    '<cac:RecipientParty><cac:PartyIdentification><cbc:ID>6-20999888777<',
  );
  expect(xmlOf(answer)).not.toContain('DocumentHash');
});

test('a commanded outcome is answered before the 1033', async () => {
  const facts = boleta({ number: 2 });
  await seed({ documento: nameOf(facts) });
  for (const resultado of ['caido', 'http-500']) {
    await control(simulator.url, 'siguiente', { resultado, documento: nameOf(facts) });
  }
  const answers = [
    await send(simulator.url, facts),
    await send(simulator.url, facts),
    await send(simulator.url, facts),
  ];
  expect(answers.map(({ status, fault }) => fault ?? status)).toEqual(['0109', 500, '1033']);
});

test('a rejected number of another system is 1032, and its CDR has its code', async () => {
  const facts = factura({ number: 3 });
  await seed({ documento: nameOf(facts), resultado: 'rechazado', codigo: '3291' });
  expect((await send(simulator.url, facts)).fault).toBe('1032');
  expect(readCdr(await consult(simulator.url, 'getStatusCdr', facts)).code).toBe('3291');
});

test('Consulta Integrada finds it only by its own date and total', async () => {
  const facts = boleta({ number: 4 });
  await seed({ documento: nameOf(facts), fecha: '2026-01-31', total: '42.00' });
  const ask = async (fechaEmision: string, monto: string) => {
    const form = {
      grant_type: 'client_credentials',
      scope: 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes',
    };
    const client = got.extend({ prefixUrl: `${simulator.url}/v1`, responseType: 'json' });
    const { body } = await client.post<{ access_token: string }>(
      'clientesextranet/a/oauth2/token/',
      {
        form: { ...form, client_id: 'a', client_secret: 'b' },
      },
    );
    const json = {
      numRuc: RUC,
      codComp: '03',
      numeroSerie: 'B001',
      numero: 4,
      fechaEmision,
      monto,
    };
    const headers = { authorization: `Bearer ${body.access_token}` };
    const { body: said } = await client.post<{ data: { estadoCp: string } }>(
      `contribuyente/contribuyentes/${RUC}/validarcomprobante`,
      {
        json,
        headers,
      },
    );
    return said.data.estadoCp;
  };
  expect([
    await ask('31/01/2026', '42.00'),
    await ask('31/01/2026', '42.01'),
    await ask('30/01/2026', '42.00'),
  ]).toEqual(['1', '0', '0']);
});

test('the next free numbers of a series are registered, or every so many', async () => {
  const series = { ruc: RUC, tipo: '03', serie: 'B009' };
  expect(await seed({ ...series, veces: 2 })).toMatchObject({
    registrados: [`${RUC}-03-B009-1`, `${RUC}-03-B009-2`],
  });
  expect(await seed({ ...series })).toMatchObject({ registrados: [`${RUC}-03-B009-3`] });
  expect(await seed({ ...series, desde: 3, cada: 10, veces: 3 })).toEqual({
    registrados: [`${RUC}-03-B009-13`, `${RUC}-03-B009-23`],
    ocupados: [`${RUC}-03-B009-3`],
  });
});

test('the CDR of an OSE has the digest of the document, also of a foreign one', async () => {
  await control(simulator.url, 'constancias', { huella: true });
  const [own, foreign] = [factura({ number: 6 }), factura({ number: 7 })];
  const answer = xmlOf(await send(simulator.url, own));
  const [line] = (await ledgerOf(simulator.url)).filter(({ document }) => document === nameOf(own));
  expect(answer).toContain(`<cbc:DocumentHash>${(line as unknown as { digest: string }).digest}<`);
  await seed({ documento: nameOf(foreign), huella: 'b3RybyBkb2N1bWVudG8=' });
  expect(xmlOf(await consult(simulator.url, 'getStatusCdr', foreign))).toContain(
    '<cbc:DocumentHash>b3RybyBkb2N1bWVudG8=<',
  );
});

test('foreign registrations survive a restart, and the ledger marks them', async () => {
  const first = await start();
  const facts = factura({ number: 1 });
  await control(first.url, 'ajenos', {
    documento: nameOf(facts),
    registrado: '2026-01-31T10:00:00Z',
  });
  await first.stop();
  const second = await start({ folder: first.folder });
  const fault = (await send(second.url, facts)).fault;
  const [line] = await ledgerOf(second.url);
  await second.stop();
  expect(fault).toBe('1033');
  expect(line).toMatchObject({
    service: 'otro-sistema',
    registered: true,
    registration: { foreign: true, registeredAt: '2026-01-31T10:00:00Z' },
  });
});

test.each([
  [{}, 'ruc: hace falta, o bien documento.'],
  [{ documento: 'B001-1' }, 'documento: escríbelo RUC-TT-SERIE-NUMERO.'],
  [{ documento: `${RUC}-03-B001-99`, total: 'mucho' }, 'total: un importe en texto'],
  [{ documento: `${RUC}-03-B001-99`, registrado: 'ayer' }, 'registrado: una fecha'],
  [{ ruc: RUC, tipo: '07', serie: 'B001' }, 'tipo: 01 o 03.'],
])('the command %j is refused', async (body, message) => {
  expect(await seed(body)).toEqual({ error: expect.stringContaining(message) });
});
