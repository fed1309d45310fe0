/** Tests what of XML is masked before a page shows it. */
import { expect, test } from '@jest/globals';
import { maskEvidence, maskSent } from './maskMarkup.js';

const XML =
  '<Invoice xmlns:cbc="x"><cbc:ID>B001-5</cbc:ID><cbc:Note>para María</cbc:Note>' +
  '<cac:AccountingCustomerParty><cac:Party><cbc:ID schemeID="1">45678912</cbc:ID>' +
  '<cbc:Name><![CDATA[María & Hijos]]></cbc:Name></cac:Party></cac:AccountingCustomerParty>' +
  '<cbc:PayableAmount>118.00</cbc:PayableAmount></Invoice>';

test('of the XML that was sent, the client and the notes are masked, and nothing else', () => {
  const masked = maskSent(XML);
  expect(masked).not.toMatch(/45678912|María|Hijos/);
  expect(masked).toContain('<cbc:ID>B001-5</cbc:ID>');
  expect(masked).toContain('<cbc:ID schemeID="1">********</cbc:ID>');
  expect(masked).toContain('<cbc:PayableAmount>118.00</cbc:PayableAmount>');
});

test('of an answer that may be about others, only its code and its words are shown', () => {
  const masked = maskEvidence(
    '<soap:Fault><faultcode>soap:Client.2800</faultcode><faultstring>El dato 45678912 no vale' +
      '</faultstring><detail who="María">Quispe &amp; Hijos</detail></soap:Fault>',
  );
  expect(masked).toContain('<faultcode>soap:Client.2800</faultcode>');
  expect(masked).toContain('El dato ******** no vale');
  expect(masked).not.toMatch(/María|Quispe|Hijos/);
});

test('of the words of an answer, what they quote of a document is masked', () => {
  const quoting = (mark: string) =>
    `<faultstring>2022 (nodo: "cbc:Name" valor: ${mark}María Quispe${mark})</faultstring>`;
  for (const mark of ['"', '&quot;']) {
    const masked = maskEvidence(quoting(mark));
    expect(masked).toContain('2022 (nodo: "cbc:Name"');
    expect(masked).not.toMatch(/María|Quispe/);
  }
});

test('an answer without markup shows nothing', () => {
  expect(maskEvidence('Servicio de María Quispe, DNI 45678912')).toMatch(/^[*\s,]+$/);
});

test.each([
  ['a second attribute', '<d a="x" who="María">', '<d a="*" who="*">'],
  ['an attribute without quotes', '<d who=María b=2>', '<d who="*" b="*">'],
  ['an attribute with a sign of a tag', '<d who="<María>">', '<* ***="<María>">'],
  ['a comment', '<!-- María -->', '<!-- ***** -->'],
  ['letters by their number', 'Mar&#237;a &amp; R', '***** &amp; *'],
  ['an open CDATA', '<![CDATA[María', '<![CDATA[*****'],
])('of an answer that may be about others, %s is masked', (_what, markup, masked) => {
  expect(maskEvidence(markup)).toBe(masked);
});

test.each(['<', '<![CDATA[', 'a', '&#', '<a ', '="', '<d a='])(
  'a megabyte of «%s» is masked in one pass',
  (part) => {
    expect(maskEvidence(part.repeat(1_000_000 / part.length)).length).toBeGreaterThan(0);
  },
);
