/** Bulk operations over HTTP: plan, canary, pause, two persons, double presses, result. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createIssuance,
  findSummary,
  holdBusiness,
  type Issuance,
  resumeDocument,
} from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { resolvedByTwo } from '../exchange/twoPersons.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

const REASON = 'el perfil del usuario SOL ya se corrigió';

let servers: OwnServers;
let panel: TestPanel;
let issuance: Issuance;
let operator: Browser;
beforeAll(async () => {
  servers = await ownServers();
  panel = await startTestPanel({ databaseUrl: servers.databaseUrl, redisUrl: servers.redisUrl });
  issuance = createIssuance(panel.db);
  operator = await panel.as('operator');
});
afterAll(async () => {
  await issuance.close();
  await panel.stop();
  await servers.drop();
});

/** Documents of a new business that wait in review; no worker runs here. */
async function inReview(count: number, why = 'crashes') {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  const ids: number[] = [];
  for (let time = 0; time < count; time++) {
    const issued = await issuance.issue(aDocument(id));
    if (issued.is === 'issued') ids.push(issued.id);
  }
  await toReview(ids, why);
  return { id, ruc, ids };
}

const toReview = (ids: number[], why = 'broken') =>
  panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = $2 WHERE document_id = ANY ($1)`,
    [ids, why],
  );

const stagesOf = async (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await findSummary(panel.db, id))?.emission?.stage));

const planOf = (ids: number[], accion = 'reanudar') =>
  `/operaciones/nueva?accion=${accion}&elegidas=si${ids.map((id) => `&referencia=${id}`).join('')}`;

/** Starts an operation on these references, and gives its address. */
async function started(ids: number[], accion?: string, browser = operator): Promise<string> {
  await browser.open(planOf(ids, accion));
  await browser.submit({ motivo: REASON }, { action: '/operaciones' });
  expect(browser.path).toMatch(/^\/operaciones\/\d+$/);
  return browser.path;
}

/** Opens the operation until its page says so. */
const says = (address: string, text: RegExp, browser = operator): Promise<boolean> =>
  waitFor(
    () => `${text} on ${address}: ${browser.text}`,
    async () => text.test((await browser.open(address)).text),
  );

/** What a worker does at last with the canary. */
const accepted = (id: number) =>
  panel.db.pool.query(
    `WITH gone AS (DELETE FROM emissions WHERE document_id = $1 RETURNING document_id, business_id)
      INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code,
        description, evidence, settled_at)
      SELECT document_id, business_id, '{}', 'x', 'x', now(), 'accepted', '0', 'Aceptada', 'cdr',
        now()
      FROM gone`,
    [id],
  );

test('a plan says how many, which, what happens, and what is left out and why', async () => {
  const { ids, ruc } = await inReview(3);
  const paused = await inReview(1);
  await holdBusiness(panel.db, { actor: 'test' }, paused.id);
  await operator.open(planOf([...ids, ...paused.ids]));
  expect(operator.text).toMatch(/Se harán ?3 referencias/);
  expect(operator.text).toMatch(/Se dejan fuera ?1 referencia/);
  expect(operator.text).toContain('el envío de su negocio está en pausa');
  expect(operator.text).toContain('Primero una de prueba');

  await operator.open(`/operaciones/nueva?motivo=crashes&ruc=${ruc}`);
  expect(operator.text).toMatch(/tres intentos seguidos.*Se harán ?3 referencias/);

  await operator.open('/operaciones/nueva?elegidas=si');
  expect(operator.text).toContain('No elegiste ninguna');
});

test('what two persons resolved before a restoration is not resumed with many others', async () => {
  const { ids } = await inReview(2);
  await toReview(ids.slice(1), 'decided');
  await operator.open(planOf(ids));
  expect(operator.text).toMatch(/Se dejan fuera ?1 referencia.*antes de la restauración/);
});

test('an operation needs a reason, and keeps its plan while one is missing', async () => {
  const { ids } = await inReview(2);
  await operator.open(planOf(ids));
  await operator.submit({ motivo: '' }, { action: '/operaciones' });
  expect([operator.status, operator.text]).toEqual([422, expect.stringContaining('Di por qué')]);
  expect(await stagesOf(ids)).toEqual(['review', 'review']);
  await operator.submit({ motivo: REASON }, { action: '/operaciones' });
  expect(operator.text).toContain(REASON);
});

test('the others are resumed by themselves once the canary is accepted', async () => {
  const { ids } = await inReview(4);
  const [first = 0] = ids;
  const address = await started(ids);
  await says(address, /La de prueba.*Está pendiente/);
  expect(await stagesOf(ids)).toEqual(['recorded', 'review', 'review', 'review']);
  await accepted(first);
  await says(address, /Estado ?\S* terminada.*4 de 4.*Hechas ?4/);
  expect(await stagesOf(ids)).toEqual([undefined, 'recorded', 'recorded', 'recorded']);

  const answer = await operator.fetch(`${address}/resultado`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('"cuándo (hora de Lima)"');
  // an operation may pass midnight
  expect(operator.text).toMatch(/B001-4\D*\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  expect(lines[1]).toMatch(/"reanudada",.*"aceptada"$/);
  expect(lines[2]).toMatch(/"reanudada",.*"pendiente"$/);
  const { rows } = await panel.db.pool.query(
    `SELECT reason FROM audit WHERE action = 'document.resume' AND document_id = ANY ($1)`,
    [ids],
  );
  expect(rows).toHaveLength(4);
  expect(rows[0]?.reason).toContain(REASON);

  // live until SUNAT has answered for all of them
  expect(operator.html).toContain('data-live="2"');
  for (const id of ids.slice(1)) await accepted(id);
  expect((await operator.open(address)).html).toContain('data-live="0"');
});

test('a canary that returns to review stops the operation until a person decides', async () => {
  const { ids } = await inReview(3);
  const [first = 0, second = 0] = ids;
  const address = await started(ids);
  await says(address, /Está pendiente/);
  await toReview([first]);
  await says(address, /en pausa.*volvió a revisión/);
  expect(operator.text.match(/Está en revisión/g)).toHaveLength(1);
  expect(await stagesOf(ids)).toEqual(['review', 'review', 'review']);
  await operator.submit({}, { action: '/continuar' });
  await says(address, /Está pendiente/);
  await accepted(second);
  await says(address, /terminada/);
  expect(await stagesOf(ids)).toEqual(['review', undefined, 'recorded']);
});

/** Discarded before the runner sees it in review. */
async function discarded(id: number): Promise<void> {
  await panel.db.pool.query(
    `WITH gone AS (DELETE FROM emissions WHERE document_id = $1 RETURNING document_id, business_id),
        noted AS (INSERT INTO attempts (document_id, business_id, attempt, step, detail)
          SELECT document_id, business_id, 1, 'resolved', 'discarded: no consta' FROM gone)
      INSERT INTO outcomes (document_id, business_id, state, description, evidence, settled_at)
      SELECT document_id, business_id, 'rejected', 'Descartado', 'person', now() FROM gone`,
    [id],
  );
}

test('a canary that persons discard proves nothing, and stops the operation', async () => {
  const { ids } = await inReview(3);
  const [first = 0] = ids;
  const address = await started(ids);
  await says(address, /Está pendiente/);
  await discarded(first);
  await says(address, /en pausa.*Una persona resolvió la de prueba/);
  expect(operator.text.match(/descartaron|descartada por dos personas/g)).toEqual([
    'descartaron',
    'descartada por dos personas',
  ]);
  expect(operator.text).not.toContain('SUNAT rechazó la de prueba');
  expect(await stagesOf(ids)).toEqual([undefined, 'review', 'review']);
});

test('a plan of several businesses says what its only canary does not prove', async () => {
  const [one, other] = [await inReview(1), await inReview(1)];
  await operator.open(planOf([...one.ids, ...other.ids]));
  expect(operator.text).toMatch(/De varios negocios.*estas son de 2 negocios o ambientes/);
  await operator.open(planOf(one.ids));
  expect(operator.text).not.toContain('De varios negocios');
});

test('a paused operation does nothing until it continues, a cancelled one never', async () => {
  const { ids } = await inReview(3);
  const [first = 0] = ids;
  const address = await started(ids);
  await says(address, /Está pendiente/);
  await operator.submit({}, { action: '/pausar' });
  expect(operator.text).toContain('Una persona la puso en pausa');
  await accepted(first);
  await operator.submit({}, { action: '/cancelar' });
  expect(operator.text).toMatch(/cancelada.*No se hicieron ?2/);
  expect(await stagesOf(ids)).toEqual([undefined, 'review', 'review']);
  // what was not done is free for another operation
  await operator.open(planOf(ids.slice(1)));
  expect(operator.text).toMatch(/Se harán ?2 referencias/);
});

test('a second press, a reload and the way back lead to the same operation', async () => {
  const { ids } = await inReview(2);
  await operator.open(planOf(ids));
  const [planAddress, fields] = [operator.path, { motivo: REASON }];
  const neighbour = await panel.as('operator');
  await operator.submit(fields, { action: '/operaciones' });
  const first = operator.path;
  await operator.open(planAddress);
  expect(operator.path).toBe(first);
  // another window with the same references has nothing left to do: not the canary either
  await says(first, /Está pendiente/);
  await neighbour.open(planOf(ids));
  expect(neighbour.text).toContain('ya se reanudó y espera a un procesador');
  expect(neighbour.text).toContain('otra operación la tiene por hacer');
  expect(neighbour.text).toContain('No queda ninguna por hacer');
});

test('two presses at the same moment create one operation', async () => {
  const { ids } = await inReview(2);
  await operator.open(planOf(ids));
  const body = new URLSearchParams(
    operator
      .all('input')
      .map((each) => [each.getAttribute('name') ?? '', each.getAttribute('value') ?? '']),
  );
  body.set('motivo', REASON);
  const press = () => operator.fetch('/operaciones', { method: 'POST', body });
  const answers = await Promise.all([press(), press(), press()]);
  const places = new Set(answers.map((answer) => answer.headers.get('location')));
  expect(places.size).toBe(1);
});

test('a reference that changed after the plan is skipped, with the reason', async () => {
  const { ids } = await inReview(3);
  const [first = 0, second = 0, third = 0] = ids;
  const address = await started(ids);
  await says(address, /Está pendiente/);
  await resumeDocument(panel.db, { actor: 'test' }, second);
  await toReview([second]);
  await resolvedByTwo(panel.db, third, 'discarded', 'no consta');
  await accepted(first);
  await says(address, /terminada.*Omitidas ?2/);
  expect(operator.text).toContain('cambió después del plan');
  expect(operator.text).toContain('omitida: ya terminó');
  expect(await stagesOf(ids)).toEqual([undefined, 'review', undefined]);
});

test('a reference that the database refuses fails alone', async () => {
  const { ids } = await inReview(3);
  const [first = 0, second = 0, third = 0] = ids;
  await panel.db.pool.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON attempts FOR EACH ROW
      WHEN (NEW.document_id = ${second}) EXECUTE FUNCTION refuse_one()`);
  const address = await started(ids);
  await says(address, /Está pendiente/);
  await accepted(first);
  await says(address, /terminada.*Hechas ?2.*Fallidas ?1/);
  expect(await stagesOf([second, third])).toEqual(['review', 'recorded']);
  await panel.db.pool.query('DROP TRIGGER refuse_one ON attempts');
});

test('a bulk discard is proposed by one person and approved by another', async () => {
  const { ids } = await inReview(3);
  const address = await started(ids, 'descartar');
  expect(operator.text).toContain('Espera la aprobación de otra persona');
  expect(operator.html).not.toContain('/aprobar');
  const other = await panel.as('operator');
  await other.open('/inicio');
  expect(other.text).toContain('Descartar en bloque');
  await other.open(address);
  expect(await stagesOf(ids)).toEqual(['review', 'review', 'review']);
  await other.submit({}, { action: '/aprobar' });
  await says(address, /terminada.*Hechas ?3/);
  expect(
    await Promise.all(ids.map(async (id) => (await findSummary(panel.db, id))?.state)),
  ).toEqual(['rejected', 'rejected', 'rejected']);
});

test('while no worker can store files, an operation says that it waits for them', async () => {
  const { pool } = panel.db;
  const condition = { word: 'archivos_sin_espacio', text: 'No hay espacio', since: new Date() };
  await pool.query(
    `INSERT INTO processes (kind, name, started_at, conditions)
      VALUES ('worker', 'caja-1', now(), $1)`,
    [JSON.stringify([condition])],
  );
  const { ids } = await inReview(1);
  const resumed = await started(ids);
  await says(resumed, /Ahora no se envía nada: los archivos no se pueden guardar/);

  const discarded = await started((await inReview(1)).ids, 'descartar');
  await pool.query(
    `UPDATE operations SET state = 'paused', halted = 'person', decided_by = $1, decided_at = now()
      WHERE state = 'proposed'`,
    [(await panel.person('operator')).id],
  );
  await says(discarded, /Ahora no se resuelve nada: los archivos no se pueden guardar/);
  expect(operator.text).not.toContain('Ahora no se envía nada');
  await pool.query(`DELETE FROM processes WHERE name = 'caja-1'`);
});

test('a bulk discard names what SUNAT may have, before it is proposed and approved', async () => {
  const { ids } = await inReview(3);
  await operator.open(planOf(ids, 'descartar'));
  expect(operator.text).not.toContain('SUNAT puede tener');
  await panel.db.pool.query('UPDATE emissions SET sends = 1 WHERE document_id = ANY ($1)', [
    ids.slice(1),
  ]);
  await operator.open(planOf(ids, 'descartar'));
  const second = await findSummary(panel.db, ids[1] ?? 0);
  expect(operator.text).toContain('SUNAT puede tener 2 de estas');
  expect(operator.text).toContain(`por ejemplo, ${second?.reference}.`);
  // refused at its first send, because SUNAT has something under its number
  await panel.db.pool.query(`UPDATE emissions SET claimed_code = '1033' WHERE document_id = $1`, [
    ids[0],
  ]);
  await operator.open(planOf(ids, 'descartar'));
  expect(operator.text).toContain('SUNAT puede tener 3 de estas');
  await operator.open(planOf(ids, 'rechazar'));
  expect(operator.text).not.toContain('SUNAT puede tener');
  const other = await panel.as('operator');
  await other.open(await started(ids, 'descartar'));
  expect(other.text).toContain('antes se mira en SOL que SUNAT no la tenga');
  expect(other.text).toContain('SUNAT puede tener 3 de estas');
  expect(other.text).toMatch(/Cuáles.*Por qué está detenida/);
});

test('a bulk discard leaves out what SUNAT has shown to have, accepted', async () => {
  const { ids } = await inReview(3);
  const accept = (id: number | undefined) =>
    panel.db.pool.query(
      `INSERT INTO inquiries (document_id, business_id, asked_by, answered_at, outcome, answers)
        SELECT id, business_id, 'test', now(), 'ours_accepted', '[]' FROM documents WHERE id = $1`,
      [id],
    );
  await accept(ids[0]);
  await operator.open(planOf(ids, 'descartar'));
  expect(operator.text).toMatch(/Se harán ?2 referencias/);
  expect(operator.text).toMatch(/SUNAT contestó que la tiene, aceptada.*1/);
  const address = await started(ids, 'descartar');
  // answered after the proposal
  await accept(ids[1]);
  const other = await panel.as('operator');
  await other.open(address);
  expect(other.text).toMatch(/Lo que se deja fuera.*SUNAT contestó que la tiene, aceptada/);
  await other.submit({}, { action: '/aprobar' });
  await says(address, /terminada.*Hechas ?1/);
  expect(operator.text).toContain('omitida: SUNAT contestó que la tiene, aceptada');
  expect(await stagesOf(ids.slice(0, 2))).toEqual(['review', 'review']);
});

test('a proposal is withdrawn by its proposer, and its references are free again', async () => {
  const { ids } = await inReview(2);
  await started(ids, 'descartar');
  await operator.submit({}, { action: '/rechazar' });
  expect(operator.text).toMatch(/Estado ?\S* rechazada/);
  await operator.open(planOf(ids, 'descartar'));
  expect(operator.text).toMatch(/Se harán ?2 referencias/);
});

test('support reads the plan and the operation, and has no button', async () => {
  const { ids } = await inReview(2);
  const support = await panel.as('support');
  await support.open(planOf(ids));
  expect(support.text).toMatch(/Se harán ?2 referencias/);
  expect(support.all('main')[0]?.getElementsByTagName('form').length).toBe(0);
  await says(await started(ids), /La de prueba/, support);
  expect(support.all('main')[0]?.getElementsByTagName('form').length).toBe(0);
});
