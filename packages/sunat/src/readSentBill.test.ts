/** The known shape of an answer is read as the general reader does; every other shape is left. */
import { expect, test } from '@jest/globals';
import { bill, fault } from '../testing/misbehavingServer.js';
import { readSentBill } from './readSentBill.js';
import { readSoap } from './readSoap.js';

const FIELD = 'sendBillResponse/applicationResponse';
const ANSWER = bill('UEsDBA==');

test.each([
  ['as SUNAT writes it', ANSWER],
  ['without a header', ANSWER.replace('<soap-env:Header/>', '')],
  ['with other prefixes and a line end', `${ANSWER.replaceAll('soap-env', 'S')}\n`],
])('an answer %s is read without parsing', (_, xml) => {
  const answer = readSentBill(Buffer.from(xml));
  expect(answer).toEqual({ [FIELD]: 'UEsDBA==' });
  expect(readSoap(Buffer.from(xml))?.[FIELD]).toBe('UEsDBA==');
});

test('an answer with a megabyte of spaces is left to the general reader without delay', () => {
  const envelope = ANSWER.slice(0, ANSWER.indexOf('<soap-env:Header'));
  // the time for all divisions of the spaces would be days
  expect(readSentBill(Buffer.from(`${envelope}${' '.repeat(1_000_000)}x`))).toBeUndefined();
});

test.each([
  ['a fault', fault('soap-env:Client.0102', 'x')],
  ['a second answer behind the first', ANSWER + ANSWER],
  ['half an answer', ANSWER.slice(0, -20)],
  ['a document type', ANSWER.replace('<soap-env:E', '<!DOCTYPE a><soap-env:E')],
  ['an envelope of another kind', ANSWER.replaceAll('schemas.xmlsoap.org', 'example.pe')],
  ['a prefix without a namespace', ANSWER.replace(/<br:(\w+) [^>]*>/, '<br:$1>')],
  ['a tag that another closes', ANSWER.replace('</br:', '</bs:')],
  ['markup in the content', ANSWER.replace('UEsD', 'UE<!-- x -->sD')],
])('%s is left to the general reader', (_, xml) => {
  expect(readSentBill(Buffer.from(xml))).toBeUndefined();
});
