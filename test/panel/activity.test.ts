/** The charts of the panel: what they show is what the database and the authority have. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStatistics, rollUpStatistics } from '@rafaga/db';
import { type PanelEnvironment, startPanelEnvironment } from '../support/panelEnvironment.js';
import { aSender } from '../support/senders.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

const REJECTED = '99990003';
const SINCE = new Date(Date.now() - 86_400_000);

let environment: PanelEnvironment;
let browser: Browser;
beforeAll(async () => {
  environment = await startPanelEnvironment();
  const sender = await aSender(environment.db);
  const clients = [undefined, undefined, undefined, REJECTED];
  const ids = await Promise.all(
    clients.map((client) => environment.issue(sender, 'boleta', client)),
  );
  await environment.work();
  await environment.untilEnded(ids);
  browser = await environment.panel.as('support');
});
afterAll(() => environment.stop());

const counts = async (measure: string) => {
  const rows = await readStatistics(environment.db, { by: 'day', since: SINCE });
  // there are rows of two days when midnight passes
  const found: Record<string, number> = {};
  for (const { result, count } of rows.filter((row) => row.measure === measure))
    found[result] = (found[result] ?? 0) + count;
  return found;
};

test('each document is counted once, however many count at once', async () => {
  const many = async () => {
    while (await rollUpStatistics(environment.db, { restMs: 0, limit: 3 }));
  };
  await waitFor('both accepted and rejected documents to be counted', async () => {
    await Promise.all([many(), many(), many()]);
    const { accepted, rejected } = await counts('settled');
    return accepted === 3 && rejected === 1;
  });
  await Promise.all([many(), many()]);
  expect(await counts('issued')).toEqual({ '': 4 });
  expect(await counts('settled')).toEqual({ accepted: 3, rejected: 1 });
});

test('the requests to the authority are counted by the worker that made them', async () => {
  await waitFor('the worker to write its counts', async () => {
    const sent = await counts('sendBill');
    return Object.values(sent).reduce((sum, each) => sum + each, 0) >= 4;
  });
});

test.each(['24h', '30d'])('the charts of %s show them, with a table behind each', async (span) => {
  await browser.open(`/actividad?periodo=${span}`);
  const tables = [...browser.html.matchAll(/<table>.*?<\/table>/gs)].map(([table]) => table);
  const documents = tables.find((table) => table.includes('Rechazados')) ?? '';
  const numbers = [...documents.matchAll(/<span class="number">(\d+)<\/span>/g)].map(([, each]) =>
    Number(each),
  );
  const sums = [0, 0, 0];
  for (const [at, number] of numbers.entries()) sums[at % 3] = (sums[at % 3] ?? 0) + number;
  expect(sums).toEqual([4, 3, 1]);
  expect(browser.html).toContain('<svg class="plot"');
  expect(browser.text).toContain('Envíos (sendBill)');
});

test('a chart of one hour has a stroke, and one without data says so without an axis', async () => {
  await environment.db.pool.query(
    `INSERT INTO hourly_statistics (hour, authority, measure, result, bucket, count)
      VALUES (date_trunc('hour', now()), 'beta', 'issued', '', 0, 2),
        (date_trunc('hour', now()), 'beta', 'sendBill', 'cdr', 20, 1)`,
  );
  await browser.open('/actividad');
  const beta = browser.html.slice(browser.html.indexOf('<h2>beta de SUNAT'));
  const charts = [...beta.matchAll(/<figure.*?<\/figure>/gs)].map(([chart]) => chart);
  const delays = charts.find((chart) => chart.includes('De la emisión a la aceptación')) ?? '';
  expect(delays).toContain('No hay datos en este periodo.');
  expect(delays).not.toContain('<svg class="plot"');
  // one hour alone: a line of no length would not be seen
  expect(beta).toMatch(/d="M[\d.]+ [\d.]+h6"/);
});

test("SUNAT's weather of thirty days has today's answers", async () => {
  await browser.open('/sunat');
  expect(browser.text).toContain('El clima de SUNAT en 30 días');
  expect(browser.text).toMatch(/SUNAT \(simulador\): Envíos \(sendBill\).*100\.0 %/s);
});
