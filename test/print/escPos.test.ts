/**
 * The bytes for a ticket printer, read back by an independent interpreter: straight columns, sums
 * that add up, Spanish letters, the QR, the logo and the cut.
 */
import { expect, test } from '@jest/globals';
import { escPos, PRINTER_PROFILE_NAMES, PRINTER_PROFILES, type PrintedDocument } from '@rafaga/pdf';
import { PNG } from 'pngjs';
import { aBoleta, aLine, aSale } from '../golden/aSale.js';
import { CASES } from '../golden/cases.js';
import { aDocument, LONGEST, lines, QR } from './paper.js';
import { type PrintedTicket, printOn } from './printer.js';
import { brokenSums } from './sums.js';

const WIDTHS = ['epson-80', 'epson-80-42', 'epson-58'] as const;
const AMOUNT_AT_END = /^(.*?\S) +((?:(?:S\/|US\$|€) )?-?[\d,]+\.\d\d)$/;

const cells = ({ rows }: PrintedTicket): string[][] =>
  rows.map(({ text }) => {
    const [, label, amount] = AMOUNT_AT_END.exec(text) ?? [];
    return label && amount ? [label.trim(), amount] : text.trim().split(/ {2,}/);
  });
const textOf = ({ rows }: PrintedTicket): string =>
  rows
    .map(({ text }) => text.trim())
    .join(' ')
    .replaceAll(/\s+/g, ' ');

test.each(Object.entries({ ...CASES, 'cien líneas': aSale({ lines: lines(100) }) }))(
  '%s: columns are straight, and the ticket adds up',
  (_, sale) => {
    for (const profile of WIDTHS)
      for (const pricesIncludeTax of [true, false]) {
        const document = aDocument({ ...sale, pricesIncludeTax });
        const ticket = printOn(escPos(document, profile));
        const { columns } = PRINTER_PROFILES[profile];
        expect(ticket.rows.filter(({ text }) => text.length > columns)).toEqual([]);
        const broken = brokenSums(cells(ticket));
        expect({ profile, pricesIncludeTax, broken }).toEqual({
          profile,
          pricesIncludeTax,
          broken: [],
        });
        const amounts = ticket.rows.filter(
          ({ text, bold, tall }) => AMOUNT_AT_END.test(text) && bold === tall,
        );
        expect(amounts.filter(({ text }) => text.length !== columns)).toEqual([]);
        expect(ticket.qrs).toEqual([expect.objectContaining({ text: QR, level: 50 })]);
        expect(ticket.cuts).toBe(1);
        expect(textOf(ticket)).toContain(`${sale.series}-123`);
      }
  },
);

test.each(PRINTER_PROFILE_NAMES)('%s prints Spanish letters, and others as it can', (profile) => {
  const description = 'Piñón, açaí y güisqui ÁÉÍÓÚÑ “de la abuela” – № 5 漢';
  const ticket = printOn(escPos(aDocument(aBoleta({ lines: [aLine({ description })] })), profile));
  expect(textOf(ticket)).toContain('BOLETA DE VENTA ELECTRÓNICA');
  expect(textOf(ticket)).toMatch(
    /Piñón, a[çc]aí y güisqui ÁÉÍÓÚÑ ["“]de la abuela["”] [–-] N[.o] 5 \?/,
  );
});

test.each(WIDTHS)('%s: the longest texts stay within the columns', (profile) => {
  const ticket = printOn(escPos(aDocument(LONGEST), profile));
  expect(ticket.rows.filter(({ text }) => text.length > PRINTER_PROFILES[profile].columns)).toEqual(
    [],
  );
  expect(textOf(ticket).replaceAll(' ', '')).toContain('X'.repeat(500));
});

test.each(WIDTHS)('%s: no row begins with a separator', (profile) => {
  for (let length = 1; length < 60; length++) {
    const design = { contact: `${'x'.repeat(length % 7)} ${'ab '.repeat(length)}· www.rafaga.pe` };
    const { rows } = printOn(escPos(aDocument(aSale(), { design }), profile));
    expect(rows.filter(({ text }) => /^ *[·›>]/.test(text))).toEqual([]);
  }
});

test('a ticket tells a result that SUNAT did not give as such', () => {
  const ticket = (over: Partial<PrintedDocument>) =>
    textOf(printOn(escPos(aDocument(aSale(), over), 'epson-80')));
  expect(ticket({ evidence: 'presumed' })).toContain('se presume aceptada, sin constancia (CDR)');
  const discarded = ticket({ state: 'rejected', evidence: 'person' });
  expect(discarded).toMatch(/SIN VALIDEZ.*NO CONSTA ACEPTADA EN SUNAT/);
  expect(discarded).not.toMatch(/RECHAZAD/);
});

test('what the printer emphasizes: the total, and the stamp of a rejected document', () => {
  const { rows } = printOn(escPos(aDocument(aSale(), { state: 'rejected' }), 'epson-80'));
  expect(rows.find(({ text }) => text.startsWith('IMPORTE TOTAL'))).toMatchObject({
    bold: true,
    tall: true,
    centered: false,
  });
  const stamps = rows.filter(({ text }) => text.trim() === 'RECHAZADO');
  expect(stamps).toHaveLength(2);
  for (const stamp of stamps) expect(stamp).toMatchObject({ reverse: true, centered: true });
});

test('the logo is printed in dots, no wider than the paper', () => {
  const png = new PNG({ width: 420, height: 60 });
  png.data.fill(Buffer.from([0, 0, 0, 0xff])).fill(0, 0, 4 * 420 * 20);
  for (const profile of WIDTHS) {
    const document = aDocument(aSale(), { design: { logo: PNG.sync.write(png) } });
    const [picture = []] = printOn(escPos(document, profile)).pictures;
    const { width } = PRINTER_PROFILES[profile].logo;
    expect(picture[0]?.length).toBeLessThanOrEqual(width);
    expect(picture[0]?.some((dot) => dot)).toBe(false);
    expect(
      picture
        .at(-1)
        ?.slice(0, width - 8)
        .every((dot) => dot),
    ).toBe(true);
  }
});

test('the barcode of the number is printed when the design has it', () => {
  expect(printOn(escPos(aDocument(), 'epson-58')).barcodes).toEqual([]);
  const document = aDocument(aSale(), { design: { barcode: true } });
  expect(printOn(escPos(document, 'epson-58')).barcodes).toEqual(['{BF001-123']);
});

test('a document that is not signed has no QR', () => {
  const { qr: _, ...unsigned } = aDocument();
  expect(printOn(escPos(unsigned, 'epson-58')).qrs).toEqual([]);
});
