/**
 * Tests that a stale answer on a kept-alive connection, which belongs to no request, settles
 * nothing, and that the disturbed documents are settled correctly.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { StoredDocument } from '@rafaga/db';
import { readCdr } from '@rafaga/engine';
import type { Kind } from '@rafaga/fiscal';
import { createFolderStore } from '@rafaga/storage';
import { aSender, type Sender } from '../support/senders.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';

/** Documents of each kind, of which every second gets a stale answer. */
const EACH = 12;

let testEnvironment: TestEnvironment;
beforeAll(async () => {
  testEnvironment = await startEnvironment();
  await testEnvironment.work();
});
afterEach(() => testEnvironment.controlSimulator('normal', {}));
afterAll(() => testEnvironment.stop());

const issueAll = (sender: Sender, kinds: Kind[]) =>
  Promise.all(
    kinds.flatMap((kind) =>
      Array.from({ length: EACH }, () => testEnvironment.issue(sender, kind)),
    ),
  );

/** How many stale answers the simulator wrote, or could not because the connection was closed. */
async function staleTried(): Promise<number> {
  const answer = await fetch(`${testEnvironment.simulatorUrl}/control`);
  const { rezagadas } = (await answer.json()) as {
    rezagadas: { escritas: number; cerradas: number };
  };
  return rezagadas.escritas + rezagadas.cerradas;
}

const nameOf = ({ ruc }: Sender, { kind, series, number }: StoredDocument) =>
  `${ruc}-${kind === 'factura' ? '01' : '03'}-${series}-${number}`;

/** Expects an accepted document whose bytes and CDR are those of its registration. */
async function mustBeOurs(sender: Sender, document: StoredDocument): Promise<void> {
  const name = nameOf(sender, document);
  expect([name, document.outcome?.state]).toEqual([name, 'accepted']);
  const held = (await (
    await fetch(`${testEnvironment.simulatorUrl}/control/documentos/${name}`)
  ).json()) as {
    sha256: string;
    ticket: string;
  };
  const sent = (await testEnvironment.received(name)).filter(({ registered }) => registered);
  expect(sent.map(({ sha256 }) => sha256)).toEqual([held.sha256]);
  const cdr = document.files.find(({ kind }) => kind === 'cdr');
  if (!cdr) return;
  const { kind, series, number } = document;
  const zip = await createFolderStore(testEnvironment.filesDir).get(cdr.objectKey);
  const { xml } = readCdr(zip, {
    ruc: sender.ruc,
    type: kind === 'factura' ? '01' : '03',
    series,
    number,
  });
  expect(/<cbc:ID>(\d+)</.exec(xml.toString())?.[1]).toBe(held.ticket);
}

const STALE = ([1, 50] as const).flatMap((ms) => [
  { what: 'a rejecting fault', clase: 'fallo', codigo: '2800', ms },
  { what: 'a temporary fault', clase: 'fallo', codigo: '0109', ms },
  { what: 'the CDR of another document', clase: 'constancia', codigo: '0', ms },
]);

async function lateAnswersTo(sender: Sender, stale: object): Promise<StoredDocument[]> {
  // slow answers, so that a stale one arrives while a request waits
  await testEnvironment.controlSimulator('latencia', { ms: 0, hasta: 80 });
  await testEnvironment.controlSimulator('rezagadas', { ...stale, cada: 2, veces: EACH });
  const ids = await issueAll(sender, ['boleta', 'factura']);
  const documents = await testEnvironment.untilEnded(ids);
  expect(await staleTried()).toBeGreaterThan(0);
  return documents;
}

test.each(STALE)(
  '$what, $ms ms late: every document is accepted with its own CDR',
  async ({ clase, codigo, ms }) => {
    const sender = await aSender(testEnvironment.db);
    for (const document of await lateAnswersTo(sender, { clase, codigo, ms }))
      await mustBeOurs(sender, document);
  },
);

test.each(STALE)(
  '$what, $ms ms late, without Consulta Integrada: no document has a wrong state',
  async ({ clase, codigo, ms }) => {
    const sender = await aSender(testEnvironment.db, { consult: false });
    for (const document of await lateAnswersTo(sender, { clase, codigo, ms })) {
      const { kind, outcome, reference, files } = document;
      // there is no proof for a boleta, nor for a factura whose send got 0109 and then 1033
      if ((kind === 'boleta' || codigo === '0109') && reference.state === 'review')
        expect([outcome?.state, files.some((file) => file.kind === 'cdr')]).toEqual([null, false]);
      else await mustBeOurs(sender, document);
    }
  },
);

test.each([1, 50])(
  'stale states of Consulta Integrada, %i ms late, accept no document that never arrived',
  async (ms) => {
    const sender = await aSender(testEnvironment.db);
    for (let number = 2; number <= EACH; number += 2) {
      const resultado = number % 4 === 0 ? 'corte-antes' : 'corte-despues';
      await testEnvironment.controlSimulator('siguiente', {
        resultado,
        documento: `${sender.ruc}-03-B001-${number}`,
      });
    }
    await testEnvironment.controlSimulator('latencia', { ms: 0, hasta: 80 });
    await testEnvironment.controlSimulator('rezagadas', {
      clase: 'estado',
      codigo: '1',
      servicio: 'rest',
      ms,
      veces: EACH,
    });
    await testEnvironment.controlSimulator('rezagadas', {
      clase: 'fallo',
      codigo: '2800',
      ms,
      cada: 3,
      veces: EACH,
    });
    const ids = await issueAll(sender, ['boleta']);
    for (const document of await testEnvironment.untilEnded(ids))
      await mustBeOurs(sender, document);
    expect(await staleTried()).toBeGreaterThan(0);
  },
);
