/**
 * An answer too many on a kept-alive connection belongs to no question: it settles nothing, and
 * what it disturbed ends well.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { StoredDocument } from '@rafaga/db';
import { readCdr } from '@rafaga/engine';
import type { Kind } from '@rafaga/fiscal';
import { createFolderStore } from '@rafaga/storage';
import { aSender, type Sender } from '../support/senders.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';

const EACH = 24;

let testEnvironment: TestEnvironment;
beforeAll(async () => {
  testEnvironment = await startEnvironment();
  await testEnvironment.work();
});
afterEach(() => testEnvironment.tell('normal', {}));
afterAll(() => testEnvironment.stop());

const issueAll = (sender: Sender, kinds: Kind[]) =>
  Promise.all(
    kinds.flatMap((kind) =>
      Array.from({ length: EACH }, () => testEnvironment.issue(sender, kind)),
    ),
  );

/** Written, or to be written on a connection that was closed by then. */
async function staleTried(): Promise<number> {
  const answer = await fetch(`${testEnvironment.simulatorUrl}/control`);
  const { rezagadas } = (await answer.json()) as {
    rezagadas: { escritas: number; cerradas: number };
  };
  return rezagadas.escritas + rezagadas.cerradas;
}

const nameOf = ({ ruc }: Sender, { kind, series, number }: StoredDocument) =>
  `${ruc}-${kind === 'factura' ? '01' : '03'}-${series}-${number}`;

/**
 * Accepted, and the authority has these bytes; the CDR that is served is the one of that
 * registration.
 */
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
  { what: 'a passing fault', clase: 'fallo', codigo: '0109', ms },
  { what: 'the CDR of another document', clase: 'constancia', codigo: '0', ms },
]);

async function lateAnswersTo(sender: Sender, stale: object): Promise<StoredDocument[]> {
  // answers take their time, so that what is late meets a question that waits
  await testEnvironment.tell('latencia', { ms: 0, hasta: 80 });
  await testEnvironment.tell('rezagadas', { ...stale, cada: 2, veces: EACH });
  const ids = await issueAll(sender, ['boleta', 'factura']);
  const documents = await testEnvironment.ends(ids);
  expect(await staleTried()).toBeGreaterThan(0);
  return documents;
}

test.each(STALE)(
  '$what, $ms ms late: all are accepted as what they are',
  async ({ clase, codigo, ms }) => {
    const sender = await aSender(testEnvironment.db);
    for (const document of await lateAnswersTo(sender, { clase, codigo, ms }))
      await mustBeOurs(sender, document);
  },
);

test.each(STALE)(
  '$what, $ms ms late, without Consulta Integrada: no state is wrong',
  async ({ clase, codigo, ms }) => {
    const sender = await aSender(testEnvironment.db, { consult: false });
    for (const document of await lateAnswersTo(sender, { clase, codigo, ms })) {
      const { kind, outcome, reference, files } = document;
      // nothing proves a boleta, nor a factura whose send was answered with what may pass: 0109,
      // and then 1033
      if ((kind === 'boleta' || codigo === '0109') && reference.state === 'review')
        expect([outcome?.state, files.some((file) => file.kind === 'cdr')]).toEqual([null, false]);
      else await mustBeOurs(sender, document);
    }
  },
);

test.each([1, 50])(
  'states of Consulta Integrada, %i ms late: what never arrived is not accepted by them',
  async (ms) => {
    const sender = await aSender(testEnvironment.db);
    for (let number = 2; number <= EACH; number += 2) {
      const resultado = number % 4 === 0 ? 'corte-antes' : 'corte-despues';
      await testEnvironment.tell('siguiente', {
        resultado,
        documento: `${sender.ruc}-03-B001-${number}`,
      });
    }
    await testEnvironment.tell('latencia', { ms: 0, hasta: 80 });
    await testEnvironment.tell('rezagadas', {
      clase: 'estado',
      codigo: '1',
      servicio: 'rest',
      ms,
      veces: EACH,
    });
    await testEnvironment.tell('rezagadas', {
      clase: 'fallo',
      codigo: '2800',
      ms,
      cada: 3,
      veces: EACH,
    });
    const ids = await issueAll(sender, ['boleta']);
    for (const document of await testEnvironment.ends(ids)) await mustBeOurs(sender, document);
    expect(await staleTried()).toBeGreaterThan(0);
  },
);
