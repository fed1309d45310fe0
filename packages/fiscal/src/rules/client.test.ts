/** The client has the identity document that its kind of document and operation require. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale, CONTEXT } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
import type { Sale } from '../sale.js';

const client = (documentType: string, document = 'AB123456', name = 'John Smith') => ({
  documentType,
  document,
  name,
});
const exported = { lines: [aLine({ affectation: '40' })] };
const medical = { lines: [aLine({ sunatCode: '80131501' })] };
const WRONG = ['client.documentType 2800'];

test.each<[string, Partial<Sale>, string, string[]]>([
  ['a plain sale to a RUC', {}, '6', []],
  ['a plain sale to a DNI', {}, '1', WRONG],
  ['an export of goods to a passport', { operation: '0200', ...exported }, '7', []],
  ['an export of goods to a RUC', { operation: '0200', ...exported }, '6', WRONG],
  ['an export of shipping to a RUC', { operation: '0203', ...exported }, '6', []],
  ['an export without a client', { operation: '0200', ...exported }, '-', []],
  ['an export to an unknown identity', { operation: '0200', ...exported }, 'Z', WRONG],
  ['a sale to a non-resident client', { operation: '0401' }, '0', []],
  ['deductible costs of a DNI', { operation: '0112', ...medical }, '1', []],
  ['deductible costs of a passport', { operation: '0112', ...medical }, '7', WRONG],
  ['a sale to a tourist with a passport', { operation: '2106' }, '7', []],
  ['a sale to a tourist with a RUC', { operation: '2106' }, '6', WRONG],
])('a factura for %s', (_name, sale, documentType, faults) => {
  const document = documentType === '6' ? '20601234565' : '45678912';
  expect(faultsOf(aFactura({ ...sale, client: client(documentType, document) }))).toEqual(faults);
});

test('the legend of Tacna admits an export to a RUC, but requires an exonerated sale', () => {
  const legends = [{ code: '2008', text: 'VENTA EXONERADA' }];
  const sale = aFactura({ operation: '0200', ...exported, legends });
  expect(faultsOf(sale)).toEqual(['legends.0.code 3289']);
});

test('a boleta admits any identity of catalogue 06, but not a RUC for an export', () => {
  for (const type of ['0', '1', '4', '6', '7', 'A', 'B', 'G'])
    expect(faultsOf(aSale({ client: client(type, '45678912') }))).toEqual([]);
  expect(faultsOf(aSale({ client: client('Z') }))).toEqual(WRONG);
  expect(
    faultsOf(aSale({ operation: '0200', ...exported, client: client('6', '20601234565') })),
  ).toEqual(WRONG);
});

test('a document with spaces is rejected in a factura and observed in a boleta', () => {
  const wrong = client('7', 'AB 123');
  expect(faultsOf(aFactura({ operation: '0200', ...exported, client: wrong }))).toEqual([
    'client.document 2802',
  ]);
  expect(faultsOf(aSale({ client: wrong }))).toEqual([]);
  expect(warningsOf(aSale({ client: wrong }))).toEqual(['client.document 4208']);
  expect(warningsOf(aSale({ client: client('7', '1234567890123456') }))).toEqual([
    'client.document 4208',
  ]);
});

test('a boleta to an anonymous client is valid and has an observation', () => {
  const sale = aSale({ client: client('0', '-', 'CLIENTES VARIOS') });
  expect([faultsOf(sale), warningsOf(sale)]).toEqual([[], ['client.document 4208']]);
});

test.each(['Al', '-', '😀😀', 'Ana\nRuiz', 'Ana\tRuiz'])('the name %j is refused', (name) => {
  expect(faultsOf(aSale({ client: client('1', '45678912', name) }))).toEqual(['client.name 2022']);
});

test.each<[string, string, string, string[]]>([
  ['700.00', '0', '-', []],
  ['700.01', '0', '-', ['client.documentType -']],
  ['700.01', '0', 'AB123456', ['client.documentType -']],
  ['700.01', '1', '00000000', ['client.document -']],
  ['700.01', '1', '45678912', []],
  ['700.01', '4', '000123456', []],
])('a boleta of S/ %s to document %s %s', (unitPrice, documentType, document, faults) => {
  expect(
    faultsOf(aSale({ lines: [aLine({ unitPrice })], client: client(documentType, document) })),
  ).toEqual(faults);
});

test.each<[string, string, string[], string[]]>([
  ['USD', '700.01', ['client.documentType -'], ['client.document 4208']],
  ['USD', '400', [], ['client.document 4208', 'client.documentType limite_en_soles']],
  ['EUR', '141', [], ['client.document 4208', 'client.documentType limite_en_soles']],
  ['USD', '140', [], ['client.document 4208']],
  ['PEN', '400', [], ['client.document 4208']],
])('a boleta of %s %s to an anonymous client', (currency, unitPrice, faults, warnings) => {
  const sale = aSale({
    currency: currency as Sale['currency'],
    lines: [aLine({ unitPrice })],
    client: client('0', '-', 'VARIOS'),
  });
  expect([faultsOf(sale), warningsOf(sale)]).toEqual([faults, warnings]);
});

test.each([
  ['200', '3.5', []],
  ['200.01', '3.5', ['client.documentType -']],
  ['690', '1', []],
])('USD %s at %s a dollar are judged in soles', (unitPrice, exchangeRate, faults) => {
  const sale = aSale({
    currency: 'USD',
    lines: [aLine({ quantity: '1', unitPrice })],
    client: client('0', '99', 'VARIOS'),
  });
  const context = { ...CONTEXT, exchangeRate };
  expect([faultsOf(sale, context), warningsOf(sale, context)]).toEqual([faults, []]);
});

test('advances count towards the limit of S/ 700', () => {
  const advances = [{ documentType: '03', document: 'B001-1', amount: '100' }];
  const sale = aSale({
    lines: [aLine({ unitPrice: '750' })],
    advances,
    client: client('0', '-', 'VARIOS'),
  });
  expect(faultsOf(sale)).toEqual(['client.documentType -']);
});

test('a boleta for an export above S/ 700 needs no Peruvian identity document', () => {
  const lines = [aLine({ affectation: '40', unitPrice: '900' })];
  expect(faultsOf(aSale({ operation: '0200', lines, client: client('0', 'X-1') }))).toEqual([]);
});
