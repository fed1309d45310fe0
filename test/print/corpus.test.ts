/** Every printed document of a corpus is complete, legible and has a readable QR. */
import { expect, test } from '@jest/globals';
import {
  centsText,
  PAPER_FORMATS,
  type PaperFormat,
  type PricedSale,
  type Sale,
} from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';
import { CASES } from '../golden/cases.js';
import { collisions, type Mark, marks } from './marks.js';
import { aDocument, LONGEST, lines, MM } from './paper.js';
import { draw, qrOf, see } from './sight.js';

const LATER = Array.from(
  { length: 24 },
  (_, i) => `20${27 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-15`,
);

const ALL = {
  ...CASES,
  'lo más largo que se admite': LONGEST,
  'cincuenta líneas': { ...CASES.factura, lines: lines(50) },
  'veinticuatro cuotas': {
    ...CASES.factura,
    lines: lines(3),
    payment: 'credit',
    instalments: LATER.map((dueDate) => ({ amount: '1', dueDate })),
  },
  'una observación de muchas líneas': { ...CASES.boleta, note: 'Sí\n'.repeat(160).trim() },
  'letras de todas partes': {
    ...CASES.boleta,
    lines: [
      {
        ...lines(1)[0],
        description: 'Łódź Đặng s\u0308 Αθήνα Москва → № ✓ 漢字 👨‍👩‍👧 עברית ไทย '.repeat(6).trim(),
      },
    ],
  },
} as typeof CASES;

/** Where a text may stand, in points from the left. */
const REACH: Record<PaperFormat, [number, number]> = {
  a4: [12 * MM, 198 * MM],
  a5: [8 * MM, 140 * MM],
  'ticket-80': [4 * MM, 76 * MM],
  'ticket-58': [5 * MM, 53 * MM],
};

const grouped = (cents: bigint) => centsText(cents).replace(/\B(?=(\d{3})+\.)/g, ',');

/** Every computed amount that the document must show. */
function amounts({ totals, pending, perception, retained }: PricedSale): string[] {
  const cents = [totals.payable];
  for (const { tax, base, amount } of totals.subtotals) {
    if (!['2000', '7152', '9999'].includes(tax)) cents.push(base);
    if (['1000', '1016', '2000', '7152', '9999'].includes(tax)) cents.push(amount);
  }
  if (retained > 0n) cents.push(retained);
  if (pending !== undefined) cents.push(pending);
  if (perception) cents.push(perception.base, perception.amount, perception.total);
  return cents.map(grouped);
}

test.each(Object.entries(ALL))(
  '%s: nothing is missing, nothing overlaps, nothing is too small to read',
  async (_, sale) => {
    const document = aDocument(sale);
    for (const format of PAPER_FORMATS) {
      const pdf = await drawPdf(document, format);
      const pages = await see(pdf);
      const text = pages.map((page) => page.text).join(' ');
      for (const shown of [
        ...amounts(document.priced),
        `${sale.series}-123`,
        document.issuer.ruc,
        ...(sale.client.documentType === '0' ? [] : [sale.client.document]),
      ])
        expect(text).toContain(shown);
      const all = marks(pdf);
      expect(all.length).toBeGreaterThan(20);
      expect(collisions(all)).toEqual([]);
      const [left, right] = REACH[format];
      const foot = pages.map(({ height }) => height * MM - 3 * MM);
      const fits = (mark: Mark) =>
        mark.left >= left - 0.1 &&
        mark.right <= right + 0.1 &&
        mark.top > 0 &&
        mark.bottom <= (foot[mark.page] as number) &&
        mark.size >= 7;
      expect(all.filter((mark) => !fits(mark))).toEqual([]);
    }
  },
);

test('the check finds texts that overlap', () => {
  const mark = { page: 0, size: 8, left: 10, right: 60, top: 10, bottom: 17 };
  expect(collisions([mark, { ...mark, left: 50, right: 90, top: 14, bottom: 21 }])).toHaveLength(1);
  expect(
    collisions([
      mark,
      { ...mark, page: 1 },
      { ...mark, left: 60, right: 90 },
      { ...mark, top: 17, bottom: 24 },
    ]),
  ).toEqual([]);
});

test.each(PAPER_FORMATS)('%s: names of 1,500 letters of issuer and client fit', async (format) => {
  const issuer = {
    ruc: '20123456786',
    legalName: NAME.toUpperCase(),
    tradeName: NAME,
    address: 'Av. Los Álamos 123, '.repeat(10),
  };
  const design = {
    contact: 'Central (01) 618-8000 '.repeat(9),
    footer: 'Gracias por su compra. '.repeat(21),
  };
  const pdf = await drawPdf(aDocument(LONGEST, { issuer, design }), format);
  const pages = await see(pdf);
  const text = pages.map((page) => page.text).join(' ');
  for (const name of [issuer.legalName, issuer.tradeName, LONGEST.client.name])
    expect(text).toContain(name.trim());
  const all = marks(pdf);
  expect(collisions(all)).toEqual([]);
  expect(
    all.filter(
      ({ page, bottom, size }) => size < 7 || bottom > (pages[page]?.height ?? 0) * MM - 3 * MM,
    ),
  ).toEqual([]);
});

const NAME = 'Productores del Alto Huallaga y Compañía '.repeat(40).slice(0, 1_500);

test('a page has more than the footer', async () => {
  for (let count = 1; count <= 12; count++) {
    const sale = {
      ...CASES.factura,
      lines: lines(30),
      note: 'Tocar el timbre dos veces.\n'.repeat(count + 20).trim(),
    } as Sale;
    const pages = await see(
      await drawPdf(aDocument(sale, { design: { footer: 'Gracias por su compra' } }), 'a5'),
    );
    expect(pages.at(-1)?.text).toMatch(/timbre.*Gracias por su compra/);
  }
});

const TEXTS = [
  '20123456786|03|B001|1|0.00|0.10|2026-03-02|0|-|',
  '20123456786|01|FZZ9|99999999|1525420910.47|9999981524.17|2026-12-31|6|20600695771|',
  '20123456786|03|B001|7|18.00|118.00|2026-03-02|7|ABCDEFGHIJKLMNO|',
];

test.each(TEXTS)('a QR with %s is decoded in every format', async (qr) => {
  for (const format of PAPER_FORMATS) {
    const read = qrOf(await draw(await drawPdf(aDocument(CASES.boleta, { qr }), format), 5));
    expect(read?.text).toBe(qr);
    expect(read?.side).toBeGreaterThanOrEqual(22);
  }
});
