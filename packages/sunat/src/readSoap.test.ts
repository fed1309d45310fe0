/** An answer of the authority's services is read; one that no service writes is left in time. */
import { expect, test } from '@jest/globals';
import { bill, fault, soap } from '../testing/misbehavingServer.js';
import { readSoap } from './readSoap.js';

const read = (xml: string) => readSoap(Buffer.from(xml));

test('texts are found by the path of their elements', () => {
  expect(read(fault('soap-env:Client.0102', 'Usuario incorrecto'))).toMatchObject({
    'Fault/faultcode': 'soap-env:Client.0102',
    'Fault/faultstring': 'Usuario incorrecto',
  });
  expect(read(bill('UEsDBA=='))).toMatchObject({
    'sendBillResponse/applicationResponse': 'UEsDBA==',
  });
});

const LONG = 'a'.repeat(370_000);
const attributes = Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(' ');

test.each([
  // the path of each of them would have a third of a megabyte: it took minutes
  ['long names around many elements', `<${LONG}>${'<a/>'.repeat(180_000)}</${LONG}>`],
  ['hundreds of thousands of elements', `<a>${'<a/>'.repeat(350_000)}</a>`],
  ['a hundred thousand attributes', `<a ${attributes}/>`],
])('an answer with %s is none', (_, content) => {
  expect(read(soap(content))).toBeUndefined();
});
