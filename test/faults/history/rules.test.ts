/** Tests that the rules find each violation that is put into a good history. */
import { expect, test } from '@jest/globals';
import { contentOfBody, contentOfXml } from './content.js';
import type { Call, Content, HeldDocument, History, Receipt, Registration } from './history.js';
import { COLUMNS, type Column, reviewsOf, violations } from './rules.js';

const XML = 'a'.repeat(64);
const OTHER_XML = 'b'.repeat(64);
const RUC = '20123456786';

const content = (change: Partial<Content> = {}): Content => ({
  type: '03',
  issueDate: '2026-03-15',
  client: '45678912',
  total: '59.00',
  lines: [{ code: 'CAF-250', description: 'Café', quantity: '2', unitPrice: '29.50' }],
  ...change,
});
const answer = (id: number) => `{"datos":{"id":${id}}}`;

const call = (number: number, change: Partial<Call> = {}): Call => ({
  reference: `venta-${number}`,
  bodyHash: `${number}`,
  content: content(),
  sentAt: 1,
  answered: { at: 2, status: 201, body: answer(number) },
  ...change,
});

const held = (number: number, change: Partial<HeldDocument> = {}): HeldDocument => ({
  id: number,
  reference: `venta-${number}`,
  name: nameOf(number),
  client: '45678912',
  total: '59.00',
  answer: answer(number),
  state: 'accepted',
  evidence: 'cdr',
  stage: null,
  reviewReason: null,
  waitsFor: null,
  attempts: 1,
  files: { xml: XML, cdr: XML },
  xml: { sha256: XML, content: content() },
  cdr: { sha256: XML, ticket: `${number}`, documentName: nameOf(number) },
  ...change,
});

const nameOf = (number: number) => `${RUC}-03-B001-${number}`;

const registration = (number: number, change: Partial<Registration> = {}): Registration => ({
  document: nameOf(number),
  sha256: XML,
  verdict: 'accepted',
  ticket: `${number}`,
  foreign: false,
  ...change,
});

const receipt = (number: number, change: Partial<Receipt> = {}): Receipt => ({
  service: 'sendBill',
  document: nameOf(number),
  sha256: XML,
  registered: true,
  registration: registration(number),
  ...change,
});

const foreign = (number: number): Receipt =>
  receipt(number, {
    service: 'otro-sistema',
    sha256: OTHER_XML,
    registration: registration(number, { sha256: OTHER_XML, foreign: true }),
  });

/**
 * A history without violations: one call without an answer, one document sent twice, and one in
 * review because its number is foreign.
 */
function goodHistory(): { calls: Call[]; documents: HeldDocument[]; receipts: Receipt[] } {
  const { xml: _xml, cdr: _cdr, ...rest } = held(3);
  const unproven: HeldDocument = {
    ...rest,
    state: null,
    evidence: null,
    stage: 'review',
    reviewReason: 'foreign_number',
  };
  const { answered: _answered, ...unanswered } = call(1);
  return {
    calls: [unanswered, call(1), call(2), call(3)],
    documents: [
      held(1),
      held(2),
      { ...unproven, files: { xml: XML }, xml: { sha256: XML, content: content() } },
    ],
    receipts: [
      receipt(1),
      // refused first, registered afterwards
      { ...receipt(2), registered: false, registration: undefined } as unknown as Receipt,
      receipt(2),
      foreign(3),
      { ...receipt(3), registered: false, registration: undefined } as unknown as Receipt,
    ],
  };
}

test('a good history has no violation, and no needless review', () => {
  expect(violations(goodHistory())).toEqual(
    Object.fromEntries(COLUMNS.map((column) => [column, []])),
  );
  expect(reviewsOf(goodHistory())).toEqual({ byReason: { foreign_number: 1 }, needless: [] });
});

type Broken = ReturnType<typeof goodHistory>;
const change = (history: Broken, place: number, to: Partial<HeldDocument>) =>
  Object.assign(history.documents[place] as HeldDocument, to);

const VIOLATIONS: [
  what: string,
  column: Column,
  says: RegExp,
  broken: (history: Broken) => unknown,
][] = [
  [
    'an acknowledged sale is gone',
    'lost',
    /document 2 is not there/,
    ({ documents }) => documents.splice(1, 1),
  ],
  [
    'an id belongs to another reference',
    'lost',
    /venta-2: document 2 is not there/,
    (h) => change(h, 1, { reference: 'otra' }),
  ],
  [
    'a document is still open',
    'lost',
    /neither settled/,
    (h) => change(h, 0, { state: null, stage: 'sending' }),
  ],
  [
    'a document is pending without an emission',
    'lost',
    /without an emission/,
    (h) => change(h, 0, { state: null }),
  ],
  [
    'a review has no reason',
    'lost',
    /without a reason/,
    (h) => change(h, 2, { reviewReason: null }),
  ],
  [
    'a signed XML is not served',
    'lost',
    /no signed XML/,
    ({ documents }) => delete (documents[0] as HeldDocument).xml,
  ],
  [
    'a CDR is not served',
    'lost',
    /its CDR/,
    ({ documents }) => delete (documents[0] as HeldDocument).cdr,
  ],
  [
    'a document that no client asked for',
    'unexpected',
    /no client asked for/,
    ({ documents }) => documents.push(held(4, { reference: 'de-nadie' })),
  ],
  [
    'the authority received a document that we do not have',
    'unexpected',
    /no document of ours/,
    ({ receipts }) => receipts.push(receipt(9)),
  ],
  [
    'the database has another client',
    'unexpected',
    /was sold to 45678912/,
    (h) => change(h, 0, { client: '1' }),
  ],
  [
    'the database has another total',
    'unexpected',
    /for 59\.00/,
    (h) => change(h, 0, { total: '58.99' }),
  ],
  [
    'the signed XML has other lines',
    'unexpected',
    /the signed XML says/,
    (h) => change(h, 0, { xml: { sha256: XML, content: content({ lines: [] }) } }),
  ],
  [
    'the served XML differs from the stored one',
    'unexpected',
    /not the one of the table/,
    (h) => change(h, 2, { xml: { sha256: OTHER_XML, content: content() } }),
  ],
  [
    'the stored XML differs from the registered one',
    'unexpected',
    /not the one that is kept/,
    ({ receipts }) => Object.assign(receipts[0] as Receipt, { sha256: OTHER_XML }),
  ],
  [
    'a reference has two documents',
    'doubled',
    /venta-1: two documents/,
    (h) => change(h, 1, { reference: 'venta-1' }),
  ],
  [
    'a number has two documents',
    'doubled',
    /B001-1: two documents/,
    (h) => change(h, 1, { name: nameOf(1) }),
  ],
  [
    'a document was returned for two references',
    'doubled',
    /returned for two references/,
    ({ calls }) => calls.push(call(1, { reference: 'venta-9' })),
  ],
  [
    'a replay has other bytes',
    'doubled',
    /different bytes/,
    ({ calls }) => calls.push(call(1, { answered: { at: 3, status: 201, body: `${answer(1)} ` } })),
  ],
  [
    'the stored answer differs from the one that was sent',
    'doubled',
    /other bytes than/,
    (h) => change(h, 0, { answer: `${answer(1)}\n` }),
  ],
  [
    'a number was sent with two contents',
    'doubled',
    /two contents/,
    ({ receipts }) => Object.assign(receipts[1] as Receipt, { sha256: OTHER_XML }),
  ],
  [
    'a number was registered twice',
    'doubled',
    /registered twice/,
    ({ receipts }) => receipts.push(receipt(1)),
  ],
  [
    'a series has a gap',
    'doubled',
    /2 documents up to number 3/,
    ({ documents }) => documents.splice(1, 1),
  ],
  [
    'accepted, and the authority has no registration',
    'falsely accepted',
    /has nothing under it/,
    ({ receipts }) => receipts.splice(0, 1),
  ],
  [
    'accepted by a foreign document',
    'falsely accepted',
    /is not ours \(by consult\)/,
    (h) => change(h, 2, { state: 'accepted', evidence: 'consult', stage: null }),
  ],
  [
    'accepted with other bytes',
    'falsely accepted',
    /is not ours/,
    ({ receipts }) =>
      Object.assign(receipts[0]?.registration as Registration, { sha256: OTHER_XML }),
  ],
  [
    'accepted, and rejected by the authority',
    'falsely accepted',
    /rejected it/,
    ({ receipts }) =>
      Object.assign(receipts[0]?.registration as Registration, { verdict: 'rejected' }),
  ],
  [
    'rejected, and accepted by the authority',
    'falsely rejected',
    /accepted it/,
    (h) => change(h, 0, { state: 'rejected' }),
  ],
  [
    'rejected by a foreign document',
    'falsely rejected',
    /rejected nothing of ours \(by fault\)/,
    (h) => change(h, 2, { state: 'rejected', evidence: 'fault', stage: null }),
  ],
  [
    'a foreign CDR is served',
    'foreign CDR',
    /nothing of ours was registered/,
    (h) =>
      change(h, 2, {
        files: { xml: XML, cdr: XML },
        cdr: { sha256: XML, ticket: '3', documentName: nameOf(3) },
      }),
  ],
  [
    'the CDR of another registration is served',
    'foreign CDR',
    /of another registration \(77\)/,
    (h) => change(h, 0, { cdr: { sha256: XML, ticket: '77', documentName: nameOf(1) } }),
  ],
  [
    'the CDR of another document is served',
    'foreign CDR',
    /is for 20123456786-03-B001-2/,
    (h) => change(h, 0, { cdr: { sha256: XML, ticket: '1', documentName: nameOf(2) } }),
  ],
];

test.each(VIOLATIONS)('%s: %s', (_what, column, says, broken) => {
  const history = goodHistory();
  broken(history);
  expect(violations(history)[column].join('\n')).toMatch(says);
});

test('a document that a person resolved is not compared with the authority', () => {
  const history = goodHistory();
  change(history, 2, { state: 'rejected', evidence: 'person', stage: null, reviewReason: null });
  expect(violations(history)['falsely rejected']).toEqual([]);
});

test('a review of a number that is ours, or not registered, is needless', () => {
  const history = goodHistory();
  change(history, 0, { state: null, stage: 'review', reviewReason: 'unproven' });
  const { byReason, needless } = reviewsOf(history as History);
  expect(byReason).toEqual({ unproven: 1, foreign_number: 1 });
  expect(needless).toEqual([`${nameOf(1)}: unproven`]);
});

test('a body and the XML of its sale have the same content', () => {
  const item = {
    codigo: 'CAF-250',
    descripcion: 'Café',
    unidad: 'NIU',
    cantidad: 2,
    precio_unitario: 29.5,
  };
  const cliente = { tipo_doc: '1', num_doc: '45678912', razon_social: 'Ana' };
  const xml = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
    <cbc:IssueDate>2026-03-15</cbc:IssueDate><cbc:InvoiceTypeCode>03</cbc:InvoiceTypeCode>
    <cac:AccountingCustomerParty><cac:Party><cac:PartyIdentification><cbc:ID>45678912</cbc:ID></cac:PartyIdentification></cac:Party></cac:AccountingCustomerParty>
    <cac:LegalMonetaryTotal><cbc:PayableAmount>59.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
    <cac:InvoiceLine><cbc:InvoicedQuantity>2</cbc:InvoicedQuantity>
      <cac:PricingReference><cac:AlternativeConditionPrice><cbc:PriceAmount>29.50</cbc:PriceAmount></cac:AlternativeConditionPrice></cac:PricingReference>
      <cac:Item><cbc:Description>Café</cbc:Description><cac:SellersItemIdentification><cbc:ID>CAF-250</cbc:ID></cac:SellersItemIdentification></cac:Item>
    </cac:InvoiceLine></Invoice>`;
  expect(
    contentOfBody({ serie: 'B001', fecha_emision: '2026-03-15', cliente, items: [item] }),
  ).toEqual(content());
  expect(contentOfXml(Buffer.from(xml))).toEqual(content());
});
