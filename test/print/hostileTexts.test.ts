/** Texts of a sale that are PDF syntax are printed as they are, and mean nothing in the file. */
import { expect, test } from '@jest/globals';
import { PAPER_FORMATS } from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';
import { aBoleta, aLine, ISSUER } from '../golden/aSale.js';
import { objectsOf } from './objects.js';
import { aDocument } from './paper.js';
import { see } from './sight.js';

const HOSTILE = [
  'a) Tj ET Q q /X0 Do BT (b',
  'c\\) Tj \\( \\051 \\',
  'endstream endobj 9 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj',
  '>> /Annots [<< /Subtype /Link /A << /S /URI /URI (javascript:alert(1)) >> >>]',
  '<feff0041> Tj EMC /Artifact BMC',
  'trailer << /Root 1 0 R /OpenAction 9 0 R >> startxref 0 %%EOF',
  'Жук) Tj (\\Жук\\) <</AA>> /Launch',
];
const TEXT = HOSTILE.join(' ');

const hostile = aDocument(
  aBoleta({
    client: { documentType: '1', document: '12345678', name: TEXT, address: TEXT.slice(0, 200) },
    lines: HOSTILE.map((description) => aLine({ description, code: ')Tj(\\' })),
    note: TEXT.slice(0, 500),
  }),
  { issuer: { ...ISSUER, legalName: TEXT, tradeName: TEXT, address: TEXT.slice(0, 200) } },
);

const bare = (text: string) => text.replaceAll(/\s/g, '');

test.each(PAPER_FORMATS)('%s: hostile texts are read as they were sold', async (format) => {
  const pdf = drawPdf(hostile, format);
  const pages = await see(pdf);
  const printed = bare(pages.map(({ text }) => text).join(''));
  for (const text of HOSTILE) expect(printed).toContain(bare(text));

  const file = pdf.toString('latin1').replaceAll(/\nstream\n[\s\S]*?\nendstream\n/g, '');
  for (const mark of [/startxref/g, /^trailer|\/Root /gm, /%%EOF/g])
    expect(file.match(mark)?.length).toBeLessThanOrEqual(1);
  for (const body of objectsOf(pdf).values()) {
    const structure = body.split('\nstream\n', 1)[0]?.replaceAll(/\([^()]*\)|<[0-9a-f]*>/g, '');
    expect(structure).not.toMatch(/\/(Annots?|AA|JS|JavaScript|URI|Launch|OpenAction)\b/);
  }
});
