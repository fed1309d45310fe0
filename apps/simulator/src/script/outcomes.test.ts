/**
 * Every outcome can be selected by a client's number and by command, and is answered as described.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { type Answer, control, ledgerOf, readCdr, send, start } from '../../testing/client.js';
import { boleta, factura, nameOf } from '../../testing/invoices.js';
import { unzip } from '../documents/zip.js';
import type { Simulator } from '../simulator.js';
import { OUTCOMES, type OutcomeName } from './outcomes.js';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.stop());

const SILENT: readonly string[] = [
  'timeout-antes',
  'timeout-despues',
  'corte-antes',
  'corte-despues',
  'goteo',
  'lento',
];

/** The check of each outcome's answer; 'nothing' for a call that fails or times out. */
const NOTICED: Record<OutcomeName, (answer: Answer | 'nothing') => void> = {
  aceptado: (answer) => expect(cdr(answer)).toMatchObject({ code: '0', notes: [] }),
  observado: (answer) =>
    expect(cdr(answer)).toMatchObject({
      code: '0',
      notes: [expect.stringMatching(/^4252 - /), expect.any(String)],
    }),
  rechazado: (answer) => expect(cdr(answer)).toMatchObject({ code: '2017' }),
  'rechazado-beta': (answer) => expect(answer).toMatchObject({ status: 500, fault: '2017' }),
  excepcion: (answer) => expect(answer).toMatchObject({ status: 500, fault: '1083' }),
  'timeout-antes': (answer) => expect(answer).toBe('nothing'),
  'timeout-despues': (answer) => expect(answer).toBe('nothing'),
  'corte-antes': (answer) => expect(answer).toBe('nothing'),
  'corte-despues': (answer) => expect(answer).toBe('nothing'),
  goteo: (answer) => expect(answer).toBe('nothing'),
  lento: (answer) => expect(answer).toBe('nothing'),
  'html-502': (answer) =>
    expect(answer).toMatchObject({ status: 502, body: expect.stringMatching(/^<html>/) }),
  'html-200': (answer) =>
    expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('text/html') }),
  'http-503': (answer) => expect(answer).toMatchObject({ status: 503 }),
  'vacio-200': (answer) => expect(answer).toMatchObject({ status: 200, body: '' }),
  'zip-malo': (answer) => isDamaged(answer, /^(?!no end of central directory)/),
  'zip-truncado': (answer) => isDamaged(answer, /^no end of central directory/),
  'bomba-zip': (answer) => expect(() => cdr(answer)).toThrow('Cannot create a Buffer larger'),
  'bomba-doctype': (answer) =>
    expect(unzip(content(answer)).at(-1)?.content.toString()).toContain('<!ENTITY l9 '),
  texto: (answer) =>
    expect(answer).toMatchObject({
      status: 200,
      body: expect.stringContaining('<applicationResponse>El servicio no se encuentra disponible<'),
    }),
  'otro-numero': (answer) =>
    expect(cdr(answer)).toMatchObject({ reference: expect.stringMatching(/^F001-10\d\d$/) }),
  'ya-registrado': (answer) => expect(answer).toMatchObject({ fault: '1033' }),
  caido: (answer) => expect(answer).toMatchObject({ fault: '0109' }),
  transitorio: (answer) => expect(answer).toMatchObject({ fault: '0130' }),
  'error-lote': (answer) => expect(answer).toMatchObject({ fault: '0200' }),
  'clave-mala': (answer) => expect(answer).toMatchObject({ fault: '0102' }),
  'en-proceso': (answer) => expect(answer).toMatchObject({ fault: '0140' }),
  'http-500': (answer) =>
    expect(answer).toMatchObject({ status: 500, type: expect.stringContaining('html') }),
  'sin-firma': (answer) => expect(cdr(answer)).toMatchObject({ code: '0' }),
  'firma-ajena': (answer) => expect(cdr(answer)).toMatchObject({ code: '0' }),
  'firma-falsa': (answer) => expect(cdr(answer)).toMatchObject({ code: '0' }),
  'cdr-alterado': (answer) => expect(cdr(answer)).toMatchObject({ code: '0' }),
  gigante: (answer) => expect(content(answer).length).toBeGreaterThan(10_000_000),
};

const names = Object.keys(OUTCOMES) as OutcomeName[];

test.each(names)(
  '%s is selected by the client’s RUC, and the ledger has its registration',
  async (name) => {
    const facts = factura({
      client: `209999990${OUTCOMES[name].client}`,
      number: 1_000 + Number(OUTCOMES[name].client),
    });
    NOTICED[name](await attempt(facts, SILENT.includes(name)));
    expect(await lineOf(nameOf(facts))).toMatchObject({
      outcome: name,
      by: 'client',
      registered: 'registers' in OUTCOMES[name],
    });
  },
);

test.each(names)('%s is selected by command', async (name) => {
  const facts = factura({ number: 1_000, series: `F2${OUTCOMES[name].client}` });
  await control(simulator.url, 'siguiente', { resultado: name, documento: nameOf(facts) });
  const answer = await attempt(facts, SILENT.includes(name));
  if (name !== 'otro-numero') NOTICED[name](answer);
  expect(await lineOf(nameOf(facts))).toMatchObject({ outcome: name, by: 'command' });
});

test('a DNI in a boleta selects an outcome, and a transient fault is answered once', async () => {
  const facts = boleta({ client: '99990021', number: 5 });
  expect((await send(simulator.url, facts)).fault).toBe('0130');
  expect(readCdr(await send(simulator.url, facts))).toMatchObject({ code: '0' });
});

test('after a lost answer a second send is 1033, because the document is registered', async () => {
  const facts = boleta({ client: '99990006', number: 6 });
  expect(await attempt(facts, true)).toBe('nothing');
  await lineOf(nameOf(facts));
  expect((await send(simulator.url, facts)).fault).toBe('1033');
});

test('a slow answer comes after the commanded time', async () => {
  const facts = boleta({ number: 7 });
  await control(simulator.url, 'siguiente', {
    resultado: 'lento',
    segundos: 1,
    documento: nameOf(facts),
  });
  expect(readCdr(await send(simulator.url, facts))).toMatchObject({ code: '0' });
});

/** A call that got no answer may have ended before the simulator took it. */
const lineOf = (name: string) =>
  waitFor(`${name} in the ledger`, async () =>
    (await ledgerOf(simulator.url)).find(({ document }) => document === name),
  );

async function attempt(
  facts: Parameters<typeof send>[1],
  silent = false,
): Promise<Answer | 'nothing'> {
  try {
    return await send(simulator.url, facts, { timeout: silent ? 300 : 20_000 });
  } catch {
    return 'nothing';
  }
}

const cdr = (answer: Answer | 'nothing') => readCdr(answer === 'nothing' ? ({} as Answer) : answer);

/** The answer has a file, of a usual size, which cannot be read. */
function isDamaged(answer: Answer | 'nothing', fault: RegExp): void {
  expect(answer).toMatchObject({ status: 200 });
  expect(content(answer).length).toBeGreaterThan(1_000);
  expect(() => cdr(answer)).toThrow(fault);
}

const content = (answer: Answer | 'nothing'): Buffer =>
  (answer === 'nothing' ? undefined : answer.content) ?? Buffer.alloc(0);
