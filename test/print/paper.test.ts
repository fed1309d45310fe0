/** Each format has its paper size, and its texts are within the printable area. */
import { expect, test } from '@jest/globals';
import { type FiscalState, PAPER_FORMATS, type PaperFormat } from '@rafaga/fiscal';
import { drawPdf, type PrintedDocument } from '@rafaga/pdf';
import { PNG } from 'pngjs';
import { aBoleta, aLine, aSale } from '../golden/aSale.js';
import { marks } from './marks.js';
import { contentOf, objectsOf } from './objects.js';
import { aDocument, LONGEST, lines, QR } from './paper.js';
import { rowsOf } from './rows.js';
import { colored, draw, inkBox, qrOf, see } from './sight.js';
import { brokenSums } from './sums.js';

const TICKETS = {
  'ticket-80': { paper: 80, head: 72 },
  'ticket-58': { paper: 58, head: 48 },
} as const;
/** PDF's own limit, in millimetres. */
const HIGHEST = (14_400 * 25.4) / 72;

test.each([
  ['a4', 210, 297],
  ['a5', 148, 210],
] as const)('%s is %d by %d mm', async (format, width, height) => {
  const [page] = await see(await drawPdf(aDocument(), format));
  expect(page?.width).toBeCloseTo(width, 2);
  expect(page?.height).toBeCloseTo(height, 2);
});

test.each(Object.entries(TICKETS))(
  '%s is as wide as its paper and as high as its content',
  async (format, { paper }) => {
    const heights: number[] = [];
    for (const count of [1, 5, 50]) {
      const pages = await see(
        await drawPdf(aDocument(aBoleta({ lines: lines(count) })), format as PaperFormat),
      );
      expect(pages).toHaveLength(1);
      expect(pages[0]?.width).toBeCloseTo(paper, 2);
      heights.push(pages[0]?.height ?? 0);
    }
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
  },
);

test.each(Object.entries(TICKETS))(
  '%s is black only, and all of it is within the print head',
  async (format, { paper, head }) => {
    const design = { color: '#e4002b', logo: aLogo(), footer: 'Gracias por su compra' };
    for (const document of [
      aDocument(aBoleta({ lines: lines(3) }), { design }),
      aDocument(aSale(), { state: 'rejected' }),
    ]) {
      const raster = await draw(await drawPdf(document, format as PaperFormat), 8);
      const { left, right, top, bottom } = inkBox(raster);
      expect(right - left).toBeLessThanOrEqual(head);
      expect(left).toBeGreaterThanOrEqual((paper - head) / 2);
      expect(right).toBeLessThanOrEqual((paper + head) / 2);
      expect(top).toBeGreaterThan(2);
      expect(raster.height / raster.dots - bottom).toBeLessThan(8);
      expect(colored(raster)).toBe(false);
    }
  },
);

test.each(PAPER_FORMATS)(
  '%s: the QR is decoded, has SUNAT’s text and is at least 22 mm',
  async (format) => {
    const qr = qrOf(await draw(await drawPdf(aDocument(), format), 5));
    expect(qr?.text).toBe(QR);
    expect(qr?.side).toBeGreaterThanOrEqual(22);
  },
);

test('the business’s colour and logo are on its sheets', async () => {
  const plain = await draw(await drawPdf(aDocument(), 'a5'));
  const own = await draw(
    await drawPdf(aDocument(aSale(), { design: { color: '#e4002b', logo: aLogo() } }), 'a5'),
  );
  const reds = ({ data }: typeof own) => {
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] as number) > 180 && (data[at + 2] as number) < 80) count++;
    return count;
  };
  expect(reds(plain)).toBe(0);
  expect(reds(own)).toBeGreaterThan(1_000);
});

test.each(PAPER_FORMATS)(
  '%s: five hundred lines fill pages that each have the document’s number and their own',
  async (format) => {
    // on a roll they fit on one page of 14,400 points, unless they say more
    const wordy = lines(500).map((line) => ({
      ...line,
      description: `${line.description}, `.repeat(format.startsWith('a') ? 1 : 4),
    }));
    const pages = await see(await drawPdf(aDocument(aSale({ lines: wordy })), format));
    expect(pages.length).toBeGreaterThan(1);
    const text = pages.map((page) => page.text).join(' ');
    for (const { code } of lines(500)) expect(text).toContain(code);
    pages.forEach((page, at) => {
      expect(page.text.toLowerCase()).toContain(`página ${at + 1} de ${pages.length}`);
      expect(page.text).toContain('F001-123');
      expect(page.height).toBeLessThanOrEqual(HIGHEST);
      if (format.startsWith('a')) expect(page.text).toContain('Descripción');
    });
    const last = pages.at(-1)?.text ?? '';
    expect(last).toContain('IMPORTE TOTAL');
  },
);

test.each([
  [undefined, 1_500],
  [600, 600],
])(
  'a ticket with a length of %s is cut at %d mm, each piece with its heading',
  async (ticketLength, most) => {
    const design = ticketLength === undefined ? {} : { ticketLength };
    for (const format of ['ticket-80', 'ticket-58'] as const) {
      const pdf = drawPdf(aDocument(aSale({ lines: lines(300) }), { design }), format);
      const pieces = await see(pdf);
      expect(pieces.length).toBeGreaterThan(1);
      pieces.forEach(({ text, height }, at) => {
        expect(height).toBeLessThanOrEqual(most + 0.1);
        expect(text).toContain(`página ${at + 1} de ${pieces.length}`);
        expect(text).toMatch(/Ráfaga & Hijos.*RUC 20123456786.*F001-123/);
      });
      expect(brokenSums(await rowsOf(pdf))).toEqual([]);
    }
  },
);

test('no piece of a ticket ends with a title, and none has the footer alone', async () => {
  const design = { ticketLength: 300, footer: 'Gracias por su compra', barcode: true };
  const guides = [{ type: '09', number: 'T001-1' }];
  for (let count = 10; count <= 20; count++) {
    const sale = aSale({ lines: lines(count), guides, note: 'Entregar por la puerta lateral' });
    const pieces = await see(drawPdf(aDocument(sale, { design }), 'ticket-80'));
    for (const { text } of pieces) expect(text).not.toMatch(/(Observación|Guías de remisión)\s*$/);
    const last = pieces.at(-1)?.text ?? '';
    expect(last).toMatch(/representación impresa[\s\S]*Gracias por su compra/i);
  }
});

test('a page or piece that begins within a card repeats its title', async () => {
  const guides = Array.from({ length: 200 }, (_, i) => ({
    type: '09',
    number: `T001-${1000 + i}`,
  }));
  for (const [format, count] of [
    ['a5', 20],
    ['ticket-58', 60],
  ] as const) {
    const sale = aSale({ lines: lines(count), guides });
    const pages = await see(drawPdf(aDocument(sale, { design: { ticketLength: 500 } }), format));
    const continued = pages.filter(({ text }) => text.includes('T001-1'));
    expect(continued.length).toBeGreaterThan(1);
    expect(continued[0]?.text).toMatch(/Guías de remisión (?!\(continúa\))/);
    for (const { text } of continued.slice(1))
      expect(text).toContain('Guías de remisión (continúa)');
  }
});

test('till, cashier, number of articles and, by the design, a barcode are printed', async () => {
  const sale = aSale({
    lines: [...lines(3), aLine({ unit: 'KGM', quantity: '1.235' })],
    extras: { caja: 3, cajero: ' Rosa\nÑahui ', otro: { a: 1 } },
  });
  for (const format of PAPER_FORMATS) {
    const [page] = await see(drawPdf(aDocument(sale), format));
    expect(page?.text).toMatch(/Caja:? 3 Cajero:? Rosa Ñahui/);
    if (format.startsWith('ticket')) expect(page?.text).toContain('Artículos: 7');
  }
  const heights = await Promise.all(
    [false, true].map(async (barcode) => {
      const [page] = await see(drawPdf(aDocument(sale, { design: { barcode } }), 'ticket-58'));
      return page?.height ?? 0;
    }),
  );
  expect((heights[1] as number) - (heights[0] as number)).toBeGreaterThan(9);
});

test('a total is never alone on its sheet, for any number of lines', async () => {
  for (const format of ['a4', 'a5'] as const) {
    for (let count = 8; count <= 60; count += 3) {
      const pages = await see(await drawPdf(aDocument(aSale({ lines: lines(count) })), format));
      const total = pages.find(({ text }) => text.includes('IMPORTE TOTAL'))?.text ?? '';
      expect(total).toMatch(/P0\d{4}/);
      expect(total).toContain('SON ');
    }
  }
});

/** What is read on the paper of each format. */
const textsOf = (state: FiscalState, over: Partial<PrintedDocument> = {}) =>
  Promise.all(
    PAPER_FORMATS.map(async (format) =>
      (await see(drawPdf(aDocument(aSale(), { state, ...over }), format)))
        .map(({ text }) => text)
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    ),
  );

test('a document shows its state: accepted, rejected or pending', async () => {
  for (const text of await textsOf('accepted')) {
    expect(text).toContain('Aceptada por SUNAT');
    expect(text).not.toMatch(/RECHAZAD|pendiente/i);
  }
  for (const text of await textsOf('pending')) {
    expect(text).toContain('pendiente de respuesta de SUNAT');
    expect(text).not.toMatch(/Aceptada|RECHAZAD/);
  }
  for (const text of await textsOf('rejected')) {
    expect(text).toContain('RECHAZADO');
    expect(text).toContain('RECHAZADA POR SUNAT');
    expect(text).not.toContain('Aceptada');
  }
});

test('a result that SUNAT did not give is not told as its own', async () => {
  for (const text of await textsOf('accepted', { evidence: 'presumed' })) {
    expect(text).toContain('se presume aceptada, sin constancia (CDR) de SUNAT.');
    expect(text).not.toMatch(/Aceptada por|RECHAZAD|SIN VALIDEZ/);
  }
  for (const text of await textsOf('accepted', { evidence: 'person' })) {
    expect(text).toContain('Consta aceptada en SUNAT.');
    expect(text).not.toMatch(/Aceptada por|RECHAZAD|SIN VALIDEZ/);
  }
  for (const text of await textsOf('rejected', { evidence: 'person' })) {
    expect(text).toContain('SIN VALIDEZ');
    expect(text).toContain('NO CONSTA ACEPTADA EN SUNAT: este documento no tiene validez');
    expect(text).not.toMatch(/por SUNAT|RECHAZAD/i);
  }
});

const TEST_RESULTS = [
  ['pending', null, 'pendiente'],
  ['accepted', 'cdr', 'aceptada'],
  ['accepted', 'presumed', 'se presume aceptada'],
  ['accepted', 'person', 'consta aceptada'],
  ['rejected', 'fault', 'rechazada'],
  ['rejected', 'person', 'no consta aceptada'],
] as const;

test.each(['simulator', 'beta'] as const)(
  'a paper of the %s says on every sheet that it is a test without validity',
  async (environment) => {
    for (const [state, evidence, said] of TEST_RESULTS)
      for (const format of PAPER_FORMATS) {
        const document = aDocument(aSale(), { state, evidence, environment });
        const texts = (await see(drawPdf(document, format))).map(({ text }) => text);
        for (const text of format.startsWith('ticket') ? [texts.join(' ')] : texts)
          expect(text).toContain('SIN VALIDEZ');
        const whole = texts.join(' ').replaceAll(/\s+/g, ' ');
        expect(whole).toContain('DOCUMENTO DE PRUEBA');
        expect(whole).toContain(`Resultado de la prueba: ${said}.`);
        expect(whole).not.toMatch(/por SUNAT|POR SUNAT|Consúltala|en SUNAT/);
      }
  },
);

test('every sheet of a rejected document has the stamp RECHAZADO', async () => {
  const pages = await see(
    await drawPdf(aDocument(aSale({ lines: lines(80) }), { state: 'rejected' }), 'a4'),
  );
  expect(pages.length).toBeGreaterThan(1);
  for (const { text } of pages) expect(text).toContain('RECHAZADO');
});

test('accents are drawn, and what is drawn as boxes is read as it was sold', async () => {
  const description = 'Ñandú (piñón) a\\b AÑEJO áéíóú ÁÉÍÓÚ €№“”–—•½ Αθήνα Москва n\u0303 ｆｕｌｌ';
  const foreign = '[漢字👨‍👩‍👧🇵🇪]';
  const pdf = drawPdf(
    aDocument(aSale({ lines: [aLine({ description: `${description} ${foreign}` })] })),
    'a4',
  );
  const [page] = await see(pdf);
  // PDFium reads no character beyond the first plane from an ActualText
  expect(page?.text).toContain(
    'Ñandú (piñón) a\\b AÑEJO áéíóú ÁÉÍÓÚ €№“”–—•½ Αθήνα Москва ñ full [漢字',
  );
  const objects = objectsOf(pdf);
  const [, content = ''] = /\/Contents (\d+)/.exec([...objects.values()].join('\n')) ?? [];
  const actual = Buffer.from(`\ufeff${foreign}`, 'utf16le').swap16().toString('hex');
  expect(contentOf(objects.get(content) ?? '')).toContain(`/ActualText <${actual}>`);
});

test('cash and change are on the ticket', async () => {
  const payments = [
    { method: 'efectivo', amount: '100', received: '200' },
    { method: 'tarjeta_credito', amount: '18', reference: '**** 1234' },
  ];
  const [page] = await see(await drawPdf(aDocument(aBoleta({ payments })), 'ticket-80'));
  for (const shown of [
    'Efectivo S/ 100.00',
    'Recibido S/ 200.00',
    'Vuelto S/ 100.00',
    'Tarjeta de crédito · **** 1234 S/ 18.00',
  ])
    expect(page?.text).toContain(shown);
});

test.each(PAPER_FORMATS)('%s: the same document is the same bytes', async (format) => {
  const design = { logo: aLogo() };
  const [first, second] = await Promise.all(
    [1, 2].map(() => drawPdf(aDocument(LONGEST, { design }), format)),
  );
  expect(first?.equals(second as Buffer)).toBe(true);
});

test('a document that is not signed yet has no QR and no space for one', async () => {
  const { qr: _, digest: __, ...unsigned } = aDocument();
  for (const format of ['a5', 'ticket-58'] as const) {
    const pdf = await drawPdf(unsigned, format);
    expect(marks(pdf).length).toBeGreaterThan(20);
    expect(qrOf(await draw(pdf, 3))).toBeUndefined();
  }
});

/** Red, with a clear corner. */
function aLogo(): Buffer {
  const png = new PNG({ width: 120, height: 60 });
  png.data.fill(Buffer.from([0xe4, 0x00, 0x2b, 0xff])).fill(0, 0, 4 * 120 * 20);
  return PNG.sync.write(png);
}
