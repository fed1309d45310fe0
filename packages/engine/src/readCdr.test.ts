/**
 * A CDR of SUNAT or of an OSE is read if it is whole and about the expected document; everything
 * else is refused with a reason.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CdrProblem } from './cdrProblem.js';
import { type Expected, readCdr } from './readCdr.js';
import { zipOne } from './zipOne.js';

const boleta: Expected = { ruc: '20123456786', type: '03', series: 'B001', number: 1 };
const NAMESPACES =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
  'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" ' +
  'xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"';

/** A CDR as SUNAT writes it: UBL 2.0, observations in notes. */
function sunat({
  ruc = boleta.ruc,
  number = 'B001-1',
  code = '0',
  notes = '',
  head = '<?xml version="1.0" encoding="UTF-8"?>',
} = {}): string {
  return `${head}<ar:ApplicationResponse
    xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" ${NAMESPACES}>
  <ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>
  <cbc:UBLVersionID>2.0</cbc:UBLVersionID><cbc:ID>1772380801234</cbc:ID>${notes}
  <cac:SenderParty><cac:PartyIdentification><cbc:ID>20131312955</cbc:ID></cac:PartyIdentification></cac:SenderParty>
  <cac:ReceiverParty><cac:PartyIdentification><cbc:ID>${ruc}</cbc:ID></cac:PartyIdentification></cac:ReceiverParty>
  <cac:DocumentResponse>
    <cac:Response><cbc:ReferenceID>${number}</cbc:ReferenceID><cbc:ResponseCode>${code}</cbc:ResponseCode><cbc:Description>La Boleta número ${number}, ha sido aceptada</cbc:Description></cac:Response>
    <cac:DocumentReference><cbc:ID>${number}</cbc:ID></cac:DocumentReference>
    <cac:RecipientParty><cac:PartyIdentification><cbc:ID>1-12345678</cbc:ID></cac:PartyIdentification></cac:RecipientParty>
  </cac:DocumentResponse>
</ar:ApplicationResponse>`;
}

/**
 * A CDR as an OSE writes it: UBL 2.1, other prefixes, observations in the status of the response,
 * and the digest of the received document.
 */
function ose({ issuer = boleta.ruc, type = '03', number = 'B001-00000001' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?><ApplicationResponse
    xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
    xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <a:ReceiverParty><a:PartyLegalEntity>
    <b:CompanyID schemeID="6">20999999991</b:CompanyID>
  </a:PartyLegalEntity></a:ReceiverParty>
  <a:DocumentResponse>
    <a:Response><b:ResponseCode listAgencyName="PE:SUNAT">0</b:ResponseCode>
      <b:Description><![CDATA[Aceptada & observada]]></b:Description>
      <a:Status><b:StatusReasonCode listURI="x">4252</b:StatusReasonCode>
        <b:StatusReason>listName incorrecto</b:StatusReason></a:Status>
      <a:Status><b:StatusReasonCode>4260</b:StatusReasonCode>
        <b:StatusReason>name incorrecto</b:StatusReason></a:Status></a:Response>
    <a:DocumentReference><b:ID>${number}</b:ID><b:DocumentTypeCode>${type}</b:DocumentTypeCode>
      <a:Attachment><a:ExternalReference><b:DocumentHash>6VhvhVS1OiYsC1kNZ4jQMI7118M=</b:DocumentHash></a:ExternalReference></a:Attachment></a:DocumentReference>
    <a:IssuerParty><a:PartyLegalEntity>
      <b:CompanyID schemeID="6">${issuer}</b:CompanyID>
    </a:PartyLegalEntity></a:IssuerParty>
  </a:DocumentResponse></ApplicationResponse>`;
}

const zipped = (xml: string | Buffer, name = 'R-20123456786-03-B001-1.xml') =>
  zipOne(name, Buffer.from(xml as string));

function reasonFor(zip: Buffer, expected = boleta): string {
  try {
    readCdr(zip, expected);
  } catch (error) {
    if (error instanceof CdrProblem) return error.reason;
    throw error;
  }
  return 'none';
}

test('the client and the time of reception are read where the CDR has them', () => {
  const timed = sunat().replace(
    '<cac:SenderParty>',
    '<cbc:IssueDate>2026-11-22</cbc:IssueDate><cbc:IssueTime>09:30:15</cbc:IssueTime>' +
      '<cac:SenderParty>',
  );
  expect(readCdr(zipped(timed), boleta)).toMatchObject({
    receiver: '12345678',
    receivedAt: new Date('2026-11-22T14:30:15Z'),
  });
  const bare = sunat().replace(/<cac:RecipientParty>.*<\/cac:RecipientParty>/, '');
  const { receiver, receivedAt } = readCdr(zipped(bare), boleta);
  expect({ receiver, receivedAt }).toEqual({ receiver: undefined, receivedAt: undefined });
});

test.each([
  ['2026-11-22', '09:30:15', '2026-11-22T14:30:15.000Z'],
  ['2026-11-22-05:00', ' 09:30:15.123-05:00 ', '2026-11-22T14:30:15.000Z'],
  ['2026-11-22', '00:00:00', undefined],
  ['2026-11-22', '00:00:00.000-05:00', undefined],
  ['2026-11-22T09:30:15', '09:30:15', undefined],
  ['2026-11-22T14:30:15Z', '14:30:15Z', undefined],
  ['2026-11-22', '14:30:15Z', undefined],
  ['2026-11-22', '25:00:00', undefined],
])('a reception on «%s» at «%s» is %s', (date, time, at) => {
  const issued = `<cbc:IssueDate>${date}</cbc:IssueDate><cbc:IssueTime>${time}</cbc:IssueTime>`;
  const { receivedAt } = readCdr(zipped(sunat({ notes: issued })), boleta);
  expect(receivedAt?.toISOString()).toBe(at);
});

test("SUNAT's acceptance is read, with the bytes of its XML", () => {
  expect(readCdr(zipped(sunat()), boleta)).toEqual({
    code: '0',
    description: 'La Boleta número B001-1, ha sido aceptada',
    notes: [],
    xml: Buffer.from(sunat()),
    receiver: '12345678',
    receiverWritten: '1-12345678',
  });
});

// it took two minutes
test('a note with four hundred thousand spaces is read in one pass', () => {
  const spaces = ' '.repeat(230_000);
  const notes = `<cbc:Note>4252 - x${spaces}y${spaces}</cbc:Note>`;
  const { notes: read } = readCdr(zipped(sunat({ notes })), boleta);
  expect(read).toEqual([{ code: '4252', text: `x${spaces}y` }]);
});

test('two observations for each of 500 lines are not too many', () => {
  const observation = '<cbc:Note>4252 - El dato ingresado no cumple con el formato</cbc:Note>';
  const { notes } = readCdr(zipped(sunat({ notes: observation.repeat(1_000) })), boleta);
  expect(notes).toHaveLength(1_000);
});

test("SUNAT's observations come with their codes; a note without a code keeps its text", () => {
  const notes =
    '<cbc:Note>4252 - El dato ingresado como atributo @listName es ' +
    'incorrecto.</cbc:Note><cbc:Note>Consulte su buzón</cbc:Note>' +
    '<cbc:Note>20123456786 no figura</cbc:Note>';
  expect(readCdr(zipped(sunat({ notes })), boleta).notes).toEqual([
    { code: '4252', text: 'El dato ingresado como atributo @listName es incorrecto.' },
    { code: '', text: 'Consulte su buzón' },
    { code: '', text: '20123456786 no figura' },
  ]);
});

test('a rejection is read like an acceptance', () => {
  expect(readCdr(zipped(sunat({ code: '2335' })), boleta).code).toBe('2335');
});

test("an OSE's CDR has observations and the digest of the received document", () => {
  expect(readCdr(zipped(ose()), boleta)).toMatchObject({
    code: '0',
    description: 'Aceptada & observada',
    notes: [
      { code: '4252', text: 'listName incorrecto' },
      { code: '4260', text: 'name incorrecto' },
    ],
    digest: '6VhvhVS1OiYsC1kNZ4jQMI7118M=',
  });
});

test('a CDR without issuer that names the OSE as receiver is about the sender’s document', () => {
  const sender =
    `<a:SenderParty><a:PartyLegalEntity><b:CompanyID>${boleta.ruc}</b:CompanyID>` +
    `</a:PartyLegalEntity></a:SenderParty><a:ReceiverParty>`;
  const xml = ose()
    .replace('<a:ReceiverParty>', sender)
    .replace(/<a:IssuerParty>.*<\/a:IssuerParty>/, '');
  expect(readCdr(zipped(xml), boleta).code).toBe('0');
});

test('a CDR in ISO-8859-1 is decoded as such', () => {
  const xml = Buffer.from(
    sunat({ head: "<?xml version='1.0' encoding='ISO-8859-1' standalone='no'?>" }),
    'latin1',
  );
  expect(readCdr(zipped(xml), boleta).description).toBe(
    'La Boleta número B001-1, ha sido aceptada',
  );
});

test('a byte order mark before the declaration is accepted', () => {
  expect(readCdr(zipped(`\ufeff${sunat()}`), boleta).code).toBe('0');
});

test.each([
  ['another RUC', zipped(sunat({ ruc: '20999999991' }))],
  ['another number', zipped(sunat({ number: 'B001-2' }))],
  ['another series', zipped(sunat({ number: 'B002-1' }))],
  ['another issuer in an OSE', zipped(ose({ issuer: '20999999991' }))],
  ['another type', zipped(ose({ type: '07' }))],
  ['another RUC in its name', zipped(sunat(), 'R-20999999991-03-B001-1.xml')],
  ['another type in its name', zipped(sunat(), 'R-20123456786-01-B001-1.xml')],
  ['another number in its name', zipped(sunat(), 'R-20123456786-03-B001-11.xml')],
  ['no type at all', zipped(sunat(), 'R-constancia.xml')],
])('a CDR of %s is refused as that of another document', (_, zip) => {
  expect(reasonFor(zip)).toBe('other_document');
});

test('the message is Spanish and names the other document once', () => {
  const other = zipped(sunat({ number: 'B001-2' }), 'R-20123456786-03-B001-2.xml');
  expect(() => readCdr(other, boleta)).toThrow(
    /^La constancia corresponde a otro comprobante: B001-2$/,
  );
});

test('the message of a file that is no ZIP calls it a file, from wherever it came', () => {
  expect(() => readCdr(Buffer.from('%PDF-1.7'), boleta)).toThrow(
    /^El archivo no es un ZIP legible$/,
  );
});

/** Declarations of the prefixes from p`first` on. */
const prefixes = (count: number, first = 0) =>
  Array.from({ length: count - first }, (_, i) => `xmlns:p${first + i}="urn:${i}"`).join(' ');
const attributes = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=""`).join(' ');
const elements = (count: number) => `${'<a>'.repeat(count)}${'</a>'.repeat(count)}`;
test.each([
  ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'xml_doctype'],
  ['a DOCTYPE behind a comment', '<!-- -->\n<!DOCTYPE a><a/>', 'xml_doctype'],
  ['an unknown entity', sunat({ notes: '<cbc:Note>&b;</cbc:Note>' }), 'xml_malformed'],
  ['a forbidden character', sunat({ notes: '<cbc:Note>&#1;</cbc:Note>' }), 'xml_malformed'],
  ['an unbound prefix', '<x:a/>', 'xml_malformed'],
  ['a tag that never ends', sunat().slice(0, -10), 'xml_malformed'],
  ['nothing', '', 'xml_malformed'],
  ['41 levels', elements(41), 'xml_too_deep'],
  ['10,000 levels', elements(10_000), 'xml_too_deep'],
  ['70,000 levels', elements(70_000), 'xml_crowded'],
  ['more elements than any CDR', `<a>${'<a/>'.repeat(100_000)}</a>`, 'xml_crowded'],
  ['more attributes than any CDR', `<a ${attributes(30_000)}/>`, 'xml_crowded'],
  [
    'more declarations than any CDR',
    `<a ${prefixes(90)}>${'<a xmlns:b="c"/>'.repeat(5_000)}</a>`,
    'xml_crowded',
  ],
  ['101 prefixes', `<a ${prefixes(101)}/>`, 'xml_prefixes'],
  [
    '101 prefixes of two levels',
    `<a ${prefixes(60)}><b ${prefixes(101, 60)}/></a>`,
    'xml_prefixes',
  ],
  [
    'an unsupported encoding',
    sunat({ head: '<?xml version="1.0" encoding="UTF-7"?>' }),
    'xml_encoding',
  ],
  ['UTF-16', Buffer.from(`\ufeff${sunat()}`, 'utf16le'), 'xml_encoding'],
  ['Latin-1 that claims to be UTF-8', Buffer.from(sunat(), 'latin1'), 'xml_encoding'],
  ['another XML document', '<html>hola</html>', 'not_a_cdr'],
  [
    'an ApplicationResponse of another namespace',
    '<ApplicationResponse xmlns="urn:x"/>',
    'not_a_cdr',
  ],
  [
    'an empty ApplicationResponse',
    '<ApplicationResponse ' +
      'xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"/>',
    'no_code',
  ],
  ['a code that is not a number', sunat({ code: 'cero' }), 'no_code'],
  ['two codes', sunat({ code: '0</cbc:ResponseCode><cbc:ResponseCode>2335' }), 'no_code'],
])('%s is refused', (_, xml, reason) => {
  expect(reasonFor(zipped(xml))).toBe(reason);
});

test('40 levels are not too deep', () => {
  expect(reasonFor(zipped(elements(40)))).toBe('not_a_cdr');
});

test('a corrupted CDR is always refused for another document, and only with a known reason', () => {
  const good = Buffer.from(sunat());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 }),
      (changes) => {
        const xml = Buffer.from(good);
        for (const [at, value] of changes) xml[at] = value;
        expect(reasonFor(zipped(xml), { ...boleta, number: 2 })).not.toBe('none');
      },
    ),
    { numRuns: 200 },
  );
});
