/** Tests how far a CDR shows that it is about our document. */
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

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const element = (name: string, ...content: string[]) => `<${name}>${content.join('')}</${name}>`;
const party = (tag: string, id: string) =>
  element(`cac:${tag}`, element('cac:PartyIdentification', element('cbc:ID', id)));
const attachment = (digest: string) =>
  element('cac:Attachment', element('cac:ExternalReference', element('cbc:DocumentHash', digest)));

function zipped({ receiver, digest, time = '10:00:05', number = 'F001-7' }: Shown): Buffer {
  const issued =
    time === null ? [] : [element('cbc:IssueDate', '2026-11-22'), element('cbc:IssueTime', time)];
  const xml = [
    `<ar:ApplicationResponse xmlns:ar="${UBL}:ApplicationResponse-2"`,
    ` xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">`,
    ...issued,
    party('ReceiverParty', OURS.ruc),
    element(
      'cac:DocumentResponse',
      element('cac:Response', element('cbc:ReferenceID', number), element('cbc:ResponseCode', '0')),
      element('cac:DocumentReference', element('cbc:ID', number), digest ? attachment(digest) : ''),
      receiver === undefined ? '' : party('RecipientParty', receiver),
    ),
    '</ar:ApplicationResponse>',
  ].join('');
  return zipOne(`R-${OURS.ruc}-01-${number}.xml`, Buffer.from(xml));
}

const match = (shown: Shown, change: Partial<Ours> = {}) =>
  readOwnCdr(zipped(shown), { ...OURS, ...change }, WINDOW)?.match;

test('a digest decides by itself', () => {
  expect(match({ digest: 'abc=', receiver: '6-20999999991' })).toBe('proven');
  expect(match({ digest: 'xyz=', receiver: '6-20601234561' })).toBe('differs');
});

test('a reception at midnight, a time that was not filled in, shows nothing', () => {
  expect(match({ receiver: '6-20601234561', time: '00:00:00' })).toBe('shows_nothing');
});

test('without a digest, our client and a reception after our signature match', () => {
  expect(match({ receiver: '6-20601234561' })).toBe('matching');
  expect(match({ receiver: '6-20999999991' })).toBe('differs');
});

test('a reception when no send of ours can have arrived is of another document', () => {
  const client = '6-20601234561';
  expect(match({ receiver: client, time: '07:00:00' })).toBe('differs');
  expect(match({ receiver: client, time: '10:30:00' })).toBe('differs');
  // near the edges the difference between the two clocks decides, which proves nothing
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

test('a client without a document differs from one with a document', () => {
  expect(match({ receiver: '0-00000000' }, { receiver: '-' })).toBe('matching');
  expect(match({ receiver: '1-45678912' }, { receiver: '-' })).toBe('differs');
  expect(match({ receiver: '-' })).toBe('shows_nothing');
  expect(match({})).toBe('shows_nothing');
});

test('a CDR of another number is not ours at all', () => {
  expect(match({ receiver: '6-20601234561', number: 'F001-8' })).toBeUndefined();
});

test.each(['A-12345', '7-A-12345'])(
  'a passport is ours whether its CDR writes a type or not: %s',
  (receiver) => {
    expect(match({ receiver }, { receiver: 'A-12345' })).toBe('matching');
    expect(match({ receiver }, { receiver: 'B-12345' })).toBe('differs');
  },
);
