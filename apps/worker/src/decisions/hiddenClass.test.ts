/**
 * Tests that V8 has one hidden class for what is made of each CDR: with one for each object, an
 * emission cost a twentieth more. It makes one where a literal begins with a spread and goes on.
 */
import { setFlagsFromString } from 'node:v8';
import { expect, test } from '@jest/globals';
import { zipOne } from '@rafaga/engine';
import type { Reply } from '@rafaga/sunat';
import { classifySendReply } from './classifySendReply.js';
import { decideFromSend } from './decideFromSend.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass: (one: object, other: object) => boolean = new Function(
  ...['one', 'other', 'return %HaveSameMap(one, other)'],
) as never;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const [RUC, TYPE, SERIES] = ['20123456786', '03', 'B001'];

function cdrOf(number: number): Reply {
  const xml =
    `<ar:ApplicationResponse xmlns:ar="${UBL}:ApplicationResponse-2"` +
    ` xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">` +
    `<cac:DocumentResponse><cac:Response><cbc:ResponseCode>0</cbc:ResponseCode></cac:Response>` +
    '</cac:DocumentResponse></ar:ApplicationResponse>';
  const zip = zipOne(`R-${RUC}-${TYPE}-${SERIES}-${number}.xml`, Buffer.from(xml));
  return { is: 'cdr', zip, reused: false, discard: () => undefined };
}

function emitted(number: number) {
  const ours = { ruc: RUC, type: TYPE, series: SERIES, number, receiver: '12345678', digest: 'x=' };
  const answer = classifySendReply(cdrOf(number), { ours, oldCertificate: false });
  const decision = decideFromSend(answer, { before: 'none', repeats: 0, unclearAnswers: 0 });
  return { cdr: answer.cdr as object, answer, decision };
}

test('the CDRs, their classifications and the decisions share their hidden classes', () => {
  // the first ones give V8 what it decides by
  for (let number = 1; number < 100; number += 1) emitted(number);
  const [one, other] = [emitted(100), emitted(101)];
  expect(one.decision).toMatchObject({ do: 'settle', state: 'accepted' });
  expect(haveSameClass(one.cdr, other.cdr)).toBe(true);
  expect(haveSameClass(one.answer, other.answer)).toBe(true);
  expect(haveSameClass(one.decision, other.decision)).toBe(true);
});
