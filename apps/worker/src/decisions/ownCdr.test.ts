import { expect, test } from '@jest/globals';
import { zipOne } from '@rafaga/engine';
import { type Ours, readOwnCdr } from './ownCdr.js';

/** 10:00 in Lima: signed, and a minute in which a send may have arrived. */
const WINDOW = { from: new Date('2026-11-22T15:00:00.400Z'), to: new Date('2026-11-22T15:01:00Z') };
const OURS: Ours = {
  ruc: '20123456786',
  type: '01',
  series: 'F001',
  number: 7,
  receiver: '20601234561',
  digest: 'abc=',
};

interface Shown {
  receiver?: string;
  digest?: string;
  /** Of Lima; null: not shown. */
  time?: string | null;
  number?: string;
}

function zipped({ receiver, digest, time = '10:00:05', number = 'F001-7' }: Shown): Buffer {
  const party = (tag: string, id: string) =>
    `<cac:${tag}><cac:PartyIdentification><cbc:ID>${id}</cbc:ID></cac:PartyIdentification></cac:${tag}>`;
  const hash = digest
    ? `<cac:Attachment><cac:ExternalReference><cbc:DocumentHash>${digest}</cbc:DocumentHash></cac:ExternalReference></cac:Attachment>`
    : '';
  const xml =
    '<ar:ApplicationResponse xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" ' +
    'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
    `${time === null ? '' : `<cbc:IssueDate>2026-11-22</cbc:IssueDate><cbc:IssueTime>${time}</cbc:IssueTime>`}` +
    party('ReceiverParty', OURS.ruc) +
    `<cac:DocumentResponse><cac:Response><cbc:ReferenceID>${number}</cbc:ReferenceID><cbc:ResponseCode>0</cbc:ResponseCode>` +
    `</cac:Response><cac:DocumentReference><cbc:ID>${number}</cbc:ID>${hash}</cac:DocumentReference>` +
    `${receiver === undefined ? '' : party('RecipientParty', receiver)}</cac:DocumentResponse></ar:ApplicationResponse>`;
  return zipOne(`R-${OURS.ruc}-01-${number}.xml`, Buffer.from(xml));
}

const match = (shown: Shown, change: Partial<Ours> = {}) =>
  readOwnCdr(zipped(shown), { ...OURS, ...change }, WINDOW)?.match;

test('a digest decides by itself', () => {
  expect(match({ digest: 'abc=', receiver: '6-20999999991' })).toBe('proven');
  expect(match({ digest: 'xyz=', receiver: '6-20601234561' })).toBe('differs');
});

test("without a digest, our client and a reception after our signature are ours, another's client is another's", () => {
  expect(match({ receiver: '6-20601234561' })).toBe('matching');
  expect(match({ receiver: '6-20999999991' })).toBe('differs');
});

test('a reception when no send of ours can have arrived is of another document, however equal the client', () => {
  const client = '6-20601234561';
  expect(match({ receiver: client, time: '07:00:00' })).toBe('differs');
  expect(match({ receiver: client, time: '10:30:00' })).toBe('differs');
  // near the edges, clocks that are not one could have it either way
  expect(match({ receiver: client, time: '09:58:00' })).toBe('shows_nothing');
  expect(match({ receiver: client, time: '10:03:00' })).toBe('shows_nothing');
  // whole seconds
  expect(match({ receiver: client, time: '10:00:00' })).toBe('matching');
  expect(match({ receiver: client, time: null })).toBe('shows_nothing');
});

test('the answer to our own send needs no time', () => {
  expect(readOwnCdr(zipped({ receiver: '6-20601234561', time: '07:00:00' }), OURS)?.match).toBe(
    'matching',
  );
});

test('a client without a document is told from one with a document', () => {
  expect(match({ receiver: '0-00000000' }, { receiver: '-' })).toBe('matching');
  expect(match({ receiver: '1-45678912' }, { receiver: '-' })).toBe('differs');
  expect(match({ receiver: '-' })).toBe('shows_nothing');
  expect(match({})).toBe('shows_nothing');
});

test('a CDR of another number is not ours at all', () => {
  expect(match({ receiver: '6-20601234561', number: 'F001-8' })).toBeUndefined();
});
