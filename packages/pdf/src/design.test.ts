/**
 * A design that can be drawn has no faults, and every fault of another is reported at its field.
 */
import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { designFaults } from './design.js';

const logo = PNG.sync.write(new PNG({ width: 32, height: 32 }));

test('a design that can be drawn, and a removed value, have no faults', () => {
  expect(
    designFaults({
      color: '#E4002B',
      logo,
      contact: 'Tel. 555\nwww.ejemplo.pe',
      footer: 'Gracias',
      consultAt: 'cpe.ejemplo.pe',
      barcode: true,
      ticketLength: 300,
    }),
  ).toEqual({});
  expect(
    designFaults({ color: null, logo: null, contact: null, footer: null, consultAt: null }),
  ).toEqual({});
  expect(designFaults({})).toEqual({});
});

test('all faults are reported together, each at its field', () => {
  const change = {
    color: 'red',
    logo: Buffer.from('<svg/>'),
    contact: 'x\n'.repeat(5),
    footer: 'x'.repeat(501),
    consultAt: 'a\nb',
    ticketLength: 5_000,
  };
  expect(Object.keys(designFaults(change)).sort()).toEqual([
    'color',
    'consultAt',
    'contact',
    'footer',
    'logo',
    'ticketLength',
  ]);
  expect(designFaults({ footer: 'a\u0007b' })).toEqual({ footer: 'sin caracteres de control.' });
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://cpe.ejemplo.pe',
  'mailto:a@b.pe',
  'x',
])('the page of the consultation is not %s', (consultAt) => {
  expect(Object.keys(designFaults({ consultAt }))).toEqual(['consultAt']);
});

test.each(['http://cpe.ejemplo.pe', 'https://cpe.ejemplo.pe/ver?x=1', 'www.ejemplo.pe/consulta'])(
  'the page of the consultation may be %s',
  (consultAt) => {
    expect(designFaults({ consultAt })).toEqual({});
  },
);
