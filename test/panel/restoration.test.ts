/** The restoration in the panel: the alarm on every page, its steps, its end by two users. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { finishStep, openedRestoration } from '@rafaga/db';
import { openRestoration } from '../../packages/db/src/restoration/restoration.js';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { ownServers } from '../support/servers.js';
import type { Browser } from './browser.js';
import { REBUILT } from './rebuilt.js';

let servers: Awaited<ReturnType<typeof ownServers>>;
let panel: TestPanel;
beforeAll(async () => {
  servers = await ownServers();
  panel = await startTestPanel({ databaseUrl: servers.databaseUrl, redisUrl: servers.redisUrl });
});
afterAll(async () => {
  await panel.stop();
  await servers.drop();
});

const FOUND = {
  ids: [5],
  series: [
    {
      ruc: '20123456786',
      environment: 'simulator',
      kind: 'boleta',
      series: 'B001',
      known: 3,
      acknowledged: 7,
    },
  ],
};
/** The panel compares every two seconds. */
async function untilAlarmed(ana: Browser): Promise<void> {
  for (let tries = 0; !ana.text.includes('Modo restauración'); tries++) {
    expect(tries).toBeLessThan(100);
    await sleep(100);
    await ana.open('/cuenta');
  }
}

/** First without numbers that are skipped, which is refused; what was typed stays. */
async function proposeEnd(ana: Browser): Promise<void> {
  // as wide as the stylesheet makes a number
  expect(ana.html).toMatch(/id="salto"[^>]* class="w10"/);
  const motivo = 'revisado con el diario';
  await ana.submit({ salto: '0', motivo }, { action: '/restauracion/terminar' });
  expect([ana.status, ana.text]).toEqual([422, expect.stringContaining('Falta preguntar a SUNAT')]);
  expect(ana.html).toContain(`value="${motivo}"`);
  await ana.submit(
    { salto: '20', motivo: 'x'.repeat(1_001) },
    { action: '/restauracion/terminar' },
  );
  expect([ana.status, ana.text]).toEqual([422, expect.stringContaining('de 5 a 1,000 caracteres')]);
  expect(ana.text).toContain('comprobantes que dos personas resolvieron quedan en revisión');
  expect(ana.text).toContain('pausas de negocios y colas');
  await ana.submit({ salto: '20', motivo }, { action: '/restauracion/terminar' });
  expect(ana.text).toMatch(/espera la aprobación de otra persona.*Repítelo antes de terminar/s);
  expect(ana.text).not.toContain('Aprobar: emitir');
}

/** Withdraws the proposal, and makes one that skips more numbers. */
async function replaceProposal(ana: Browser): Promise<void> {
  await ana.submit({}, { action: '/restauracion/retirar' });
  await ana.submit({ salto: '5000', motivo: 'otra vez' }, { action: '/restauracion/terminar' });
}

test('every page shows a restoration, and two users end it', async () => {
  const [ana, luis] = [await panel.as('operator'), await panel.as('admin')];
  await ana.open('/restauracion');
  expect(ana.text).toContain('No hay ninguna restauración abierta');
  const db = createTestDb(servers.databaseUrl, { max: 1 });
  await openRestoration(db.pool, 'api caja-1', { found: FOUND });
  await untilAlarmed(ana);
  await ana.open('/inicio');
  expect(ana.text).toMatch(/FALLA: No se emite ni se envía nada/);
  await ana.open('/restauracion');
  expect(ana.text).toContain(
    '20123456786 B001: se emitió del 4 al 7, y la base de datos no lo sabe',
  );
  expect(ana.text).not.toContain('Proponer su fin');
  await ana.submit({ paso: 'rebuild' }, { action: '/restauracion/paso' });
  await ana.open('/restauracion');
  expect(ana.text).toContain('Pedido: reconstruir desde el diario y los archivos');
  const open = await openedRestoration(db);
  expect(open?.wanted).toBe('rebuild');
  // the step itself is tested with the worker
  const { ruc } = await aBusiness(db);
  const series = { ruc, environment: 'beta', series: 'B001', from: 4, to: 7, documents: 4 };
  const report = { ...REBUILT, series: [{ ...series, newest: 9 }] };
  await finishStep(db, { id: open?.id as number, epoch: 0 }, 'rebuild', report);
  await ana.open('/restauracion');
  expect(ana.text).toContain('Del diario: 4 comprobantes; 4 firmados y 3 con su constancia');
  expect(ana.text).toContain(`${ruc} emitió lo último en beta, y la copia lo tiene en simulado`);
  await proposeEnd(ana);
  for (const act of ['aprobar', 'retirar']) {
    await luis.open('/restauracion');
    await replaceProposal(ana);
    await luis.submit({}, { action: `/restauracion/${act}` });
    expect([act, luis.status, luis.text]).toEqual([
      act,
      409,
      expect.stringContaining('La propuesta cambió mientras la leías'),
    ]);
  }
  await luis.open('/restauracion');
  expect(luis.text).toContain('dejando 5,000 números sin usar');
  await luis.submit({}, { action: '/restauracion/aprobar' });
  expect(luis.text).toContain('Restauración terminada');
  expect(await openedRestoration(db)).toBeUndefined();
  const { rows } = await db.pool.query(
    `SELECT action FROM audit WHERE action LIKE 'restoration.%' ORDER BY id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'restoration.rebuild',
    'restoration.propose',
    ...['restoration.decline', 'restoration.propose'],
    ...['restoration.decline', 'restoration.propose'],
    'restoration.end',
  ]);
  await db.close();
});
