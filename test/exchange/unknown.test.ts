/** Every way in which the authority can leave us in doubt, and what becomes of the document: never lost, never registered twice. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { timeline } from '@rafaga/db';
import { aSender, type Sender } from './documents.js';
import { aHouse, type House, inReview, settled } from './house.js';

let house: House;
let plain: Sender;
let consulting: Sender;
beforeAll(async () => {
  house = await aHouse();
  plain = await aSender(house.db);
  consulting = await aSender(house.db, { consult: true });
  await house.work();
});
afterAll(() => house.stop());

/** RUCs for facturas and DNIs for boletas whose last digits tell the simulator what to do. */
const clientOf = (kind: 'boleta' | 'factura', outcome: string) => (kind === 'factura' ? `209999990${outcome}` : `999900${outcome}`);

async function follow(sender: Sender, kind: 'boleta' | 'factura', outcome: string) {
  const id = await house.issue(sender, kind, clientOf(kind, outcome));
  const document = await house.until(id, (one) => settled(one) || inReview(one));
  const receipts = await house.received(`${sender.ruc}-${kind === 'factura' ? '01' : '03'}-${document.series}-${document.number}`);
  const steps = (await timeline(house.db, id)).map(({ step }) => step);
  return { document, receipts, steps, files: document.files.map((file) => file.kind) };
}

const LOST_AFTER: [outcome: string, what: string][] = [
  ['06', 'no answer'],
  ['08', 'a cut connection'],
  ['12', 'a broken zip'],
  ['15', 'a drip'],
  ['16', 'a truncated zip'],
  ['17', 'a zip bomb'],
  ['18', 'a DOCTYPE bomb'],
  ['27', '20 MB'],
];

test.each(LOST_AFTER)('a factura that was registered behind outcome %s (%s) is asked for and adopted, not sent again', async (outcome) => {
  const { document, receipts, files, steps } = await follow(plain, 'factura', outcome);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(files).toContain('cdr');
  expect(receipts).toHaveLength(1);
  expect(steps).toContain('asked');
});

test.each(LOST_AFTER)('a boleta behind outcome %s (%s) is proved by the same bytes: 1033, accepted, without CDR', async (outcome) => {
  const { document, receipts, files } = await follow(plain, 'boleta', outcome);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '1033' });
  expect(files).not.toContain('cdr');
  expect(receipts.map(({ registered }) => registered)).toEqual([true, false]);
  expect(new Set(receipts.map(({ sha256 }) => sha256)).size).toBe(1);
});

test('a boleta whose business can consult is asked for, and not sent again', async () => {
  const { document, receipts } = await follow(consulting, 'boleta', '08');
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(receipts).toHaveLength(1);
});

const LOST_BEFORE: [outcome: string, what: string][] = [
  ['05', 'no answer'],
  ['07', 'a cut connection'],
  ['09', 'HTML with 502'],
  ['10', 'an empty 200'],
  ['19', 'text for a zip'],
  ['25', 'HTML with 200'],
  ['26', 'HTTP 503'],
  ['24', 'the same in process'],
];

test.each(LOST_BEFORE)(
  'what never arrived, behind outcome %s (%s), is sent again with the same bytes and registered once',
  async (outcome) => {
    for (const [sender, kind] of [
      [plain, 'factura'],
      [plain, 'boleta'],
      [consulting, 'boleta'],
    ] as const) {
      const { document, receipts, files } = await follow(sender, kind, outcome);
      expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
      expect(files).toContain('cdr');
      expect(receipts.map(({ registered }) => registered)).toEqual([false, true]);
      expect(new Set(receipts.map(({ sha256 }) => sha256)).size).toBe(1);
    }
  },
);

test('before a factura is sent again, the authority has said twice that it does not have it', async () => {
  const { steps } = await follow(plain, 'factura', '07');
  expect(steps.filter((step) => step === 'asked')).toHaveLength(2);
});

test.each(['20', '21', '22'])('an authority that cannot now (outcome %s) is tried again later', async (outcome) => {
  const { document, receipts } = await follow(plain, 'factura', outcome);
  expect(document.outcome).toMatchObject({ state: 'accepted', code: '0' });
  expect(receipts).toHaveLength(2);
});

const REVIEWS = [
  ['13', 'other_document', null],
  ['14', 'foreign_number', '1033'],
  ['04', 'needs_decision', '1083'],
] as const;

test.each(REVIEWS)("outcome %s is a person's to decide (%s), and its reference says so", async (outcome, reason, code) => {
  const { document } = await follow(plain, 'factura', outcome);
  expect(document.outcome?.state).toBeNull();
  const { rows } = await house.db.pool.query('SELECT stage, review_reason, last_code, last_error FROM emissions WHERE document_id = $1', [
    document.id,
  ]);
  expect(rows[0]).toMatchObject({ stage: 'review', review_reason: reason, last_code: code, last_error: expect.any(String) });
});

test('a CDR of another document is kept as evidence, sealed', async () => {
  const { document } = await follow(plain, 'factura', '13');
  const { rows } = await house.db.pool.query('SELECT last_error FROM emissions WHERE document_id = $1', [document.id]);
  expect(rows[0].last_error).toMatch(/La constancia corresponde a otro comprobante.*\[.*evidencia-\d+\.bin\]$/);
});
