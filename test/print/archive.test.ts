/**
 * An A4 with its files inside is a PDF/A-3 of level A: what ISO 19005-3 asks of it, each clause by
 * its number, read from the bytes of the file.
 */
import { expect, test } from '@jest/globals';
import { type Archive, drawPdf, type PrintedDocument } from '@rafaga/pdf';
import { PNG } from 'pngjs';
import { aBoleta, aLine, aSale } from '../golden/aSale.js';
import { attachmentsOf } from './attachments.js';
import { inflatedOf, type Objects, objectsOf } from './objects.js';
import { aDocument, LONGEST, lines } from './paper.js';
import { draw } from './sight.js';

const XML = Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\r\n<Invoice>Ñandú</Invoice>\n');
const CDR = Buffer.from('PK\x03\x04 \x00\xff\r\n endstream endobj', 'latin1');
const XML_NAME = '20123456786-01-F001-123.xml';
const CDR_NAME = 'R-20123456786-01-F001-123.zip';
const storedAt = new Date('2026-03-02T19:05:02Z');
const archive: Archive = {
  xml: { name: XML_NAME, content: XML, storedAt },
  cdr: { name: CDR_NAME, content: CDR, storedAt },
};

const logo = new PNG({ width: 160, height: 60 });
logo.data.fill(Buffer.from([200, 60, 120, 128]));
const design = { logo: PNG.sync.write(logo), color: '#e4002b' };

const DOCUMENTS: Record<string, PrintedDocument> = {
  'with a logo': aDocument(aSale(), { design, archive }),
  'of other scripts, stamped': aDocument(
    aBoleta({ lines: [aLine({ description: 'Чай «Ω» → чёрный' }), ...lines(80)] }),
    { state: 'rejected', archive },
  ),
  'of the longest texts, without a CDR': aDocument(LONGEST, {
    state: 'pending',
    archive: { xml: archive.xml },
  }),
};
const each = test.each(Object.entries(DOCUMENTS));
const read = (document: PrintedDocument) => {
  const pdf = drawPdf(document, 'a4');
  const objects = objectsOf(pdf);
  return { pdf, file: pdf.toString('latin1'), objects, catalog: one(objects, /\/Type \/Catalog/) };
};

const all = (objects: Objects, which: RegExp): string[] =>
  [...objects.values()].filter((body) => which.test(body));
const one = (objects: Objects, which: RegExp): string => {
  const found = all(objects, which);
  expect(found).toHaveLength(1);
  return found[0] as string;
};
/** The object that an entry refers to. */
const of = (objects: Objects, body: string, entry: string): string =>
  objects.get(new RegExp(`/${entry} (\\d+) 0 R`).exec(body)?.[1] ?? '') ?? '';
const streams = (objects: Objects) => all(objects, /\nstream\n/);

each('%s: 6.1.2, 6.1.3 the header and the trailer', (_, document) => {
  const { pdf, file } = read(document);
  expect(file.slice(0, 9)).toBe('%PDF-1.7\n');
  expect([...pdf.subarray(9, 14)]).toEqual([0x25, 0xe2, 0xe3, 0xcf, 0xd3]);
  expect(file).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  expect(file).not.toContain('/Encrypt');
  expect(file).toMatch(/%%EOF\n$/);
});

each('%s: 6.1.7 streams have their length, no file and no filter but Flate', (_, document) => {
  const { objects } = read(document);
  for (const stream of streams(objects)) {
    const [entries = '', ...content] = stream.split('\nstream\n');
    const length = content.join('\nstream\n').length - '\nendstream'.length;
    expect(entries).toContain(`/Length ${length}`);
    expect(entries).not.toMatch(/\/(F|FFilter|FDecodeParms) /);
    expect(entries.match(/\/Filter \S+/)?.[0] ?? '/Filter /FlateDecode').toBe(
      '/Filter /FlateDecode',
    );
  }
});

each('%s: 6.1.6, 6.1.13 strings are short, of whole bytes, and q nests little', (_, document) => {
  const { objects, file } = read(document);
  for (const [, hex] of file.matchAll(/[^<]<([0-9a-f]+)>/g)) expect((hex?.length ?? 0) % 2).toBe(0);
  for (const page of all(objects, /\/Type \/Page\b/)) {
    const content = inflatedOf(of(objects, page, 'Contents')).toString('latin1');
    for (const [, text] of content.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g))
      expect(text?.length).toBeLessThan(32_767);
    let depth = 0;
    for (const [operator] of content.matchAll(/\b[qQ]\b(?![^(]*\) Tj)/g)) {
      depth += operator === 'q' ? 1 : -1;
      expect([0, 1]).toContain(depth);
    }
  }
});

each('%s: 6.2.3 the colours of the file are those of an sRGB profile', (_, document) => {
  const { objects, catalog } = read(document);
  const intent = objects.get(/\/OutputIntents \[(\d+) 0 R\]/.exec(catalog)?.[1] ?? '') ?? '';
  expect(intent).toMatch(/\/S \/GTS_PDFA1 \/OutputConditionIdentifier \(sRGB IEC61966-2\.1\)/);
  const stream = of(objects, intent, 'DestOutputProfile');
  expect(stream).toContain('/N 3');
  const profile = inflatedOf(stream);
  expect(profile.readUInt32BE(0)).toBe(profile.length);
  expect(profile.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
  expect(profile.toString('latin1', 36, 40)).toBe('acsp');
});

each('%s: 6.2.4, 6.2.8, 6.2.10 device colours, pictures and transparency', (_, document) => {
  const { objects } = read(document);
  const spaces = [...objects.values()].flatMap((body) => body.match(/\/ColorSpace \/\w+/g) ?? []);
  for (const space of spaces) expect(space).toMatch(/\/Device(RGB|Gray)$/);
  for (const picture of all(objects, /\/Subtype \/Image/))
    expect(picture).not.toMatch(/\/Interpolate|\/Alternates|\/OPI|\/SMask/);
  for (const page of all(objects, /\/Type \/Page\b/)) {
    expect(page).toContain('/Group << /S /Transparency /CS /DeviceRGB >>');
    const content = inflatedOf(of(objects, page, 'Contents')).toString('latin1');
    expect(content).not.toMatch(/[^)] [kK]\n|BI\n/);
  }
  for (const state of all(objects, /\/ExtGState >>/)) expect(state).not.toMatch(/\/(TR|BM|HTP)/);
});

each('%s: 6.2.11 fonts are embedded, with the widths of their files', (_, document) => {
  const { objects } = read(document);
  const simple = all(objects, /\/Subtype \/TrueType/);
  const wide = all(objects, /\/Subtype \/CIDFontType2/);
  expect(simple.length + wide.length).toBeGreaterThan(0);
  for (const font of [...simple, ...wide]) {
    const descriptor = of(objects, font, 'FontDescriptor');
    const program = inflatedOf(of(objects, descriptor, 'FontFile2'));
    expect(descriptor).not.toContain('/CIDSet');
    expect(descriptor).toMatch(font.includes('TrueType') ? /\/Flags 32 / : /\/Flags 4 /);
    for (const [glyph, width] of widthsOf(font, program))
      expect(Math.abs(advanceOf(program, glyph) - width)).toBeLessThanOrEqual(1);
  }
  for (const font of simple) expect(font).toContain('/Encoding /WinAnsiEncoding');
  for (const font of wide) expect(font).toContain('/CIDToGIDMap /Identity');
  // 6.2.11.7: each of their glyphs has a text
  for (const font of all(objects, /\/Subtype \/Type0/)) {
    expect(font).toContain('/Encoding /Identity-H');
    const texts = inflatedOf(of(objects, font, 'ToUnicode')).toString('latin1');
    const glyphs = new Set([...texts.matchAll(/^<([0-9a-f]{4})> </gm)].map(([, glyph]) => glyph));
    const descendant = objects.get(/\/DescendantFonts \[(\d+)/.exec(font)?.[1] ?? '') ?? '';
    for (const [, glyph] of descendant.matchAll(/(\d+) \[\d+\]/g))
      expect(glyphs).toContain(Number(glyph).toString(16).padStart(4, '0'));
  }
});

each('%s: 6.3, 6.4, 6.5, 6.9 no notes, forms, actions or layers', (_, document) => {
  const { objects } = read(document);
  for (const body of objects.values())
    if (!body.includes('\nstream\n'))
      expect(body).not.toMatch(/\/(Annots|AcroForm|AA|OpenAction|JavaScript|OCProperties)\b/);
});

each('%s: 6.6 the metadata says what the file is, and the same as its title', (_, document) => {
  const { objects, catalog } = read(document);
  const stream = of(objects, catalog, 'Metadata');
  expect(stream).not.toContain('/Filter');
  const xmp = Buffer.from(stream, 'latin1').toString();
  expect(xmp).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>');
  // 6.6.2.3: PDF/UA is described, because XMP does not know it
  expect(xmp).toMatch(/namespaceURI>http:\/\/www.aiim.org\/pdfua\/ns\/id\/<[\s\S]*:name>part</);
  expect(xmp).toMatch(/<\?xpacket begin="\ufeff" id="[^"]+"\?>/);
  const info = one(objects, /\/CreationDate/);
  for (const [entry, tag] of PROPERTIES)
    expect([entry, textOf(xmp, tag)]).toEqual([entry, textIn(info, entry)]);
});

each('%s: 6.7 all of it is tagged, in a language', (_, document) => {
  const { catalog, objects } = read(document);
  expect(catalog).toMatch(/\/MarkInfo << \/Marked true >>/);
  expect(catalog).toContain('/Lang (es-PE)');
  expect(of(objects, catalog, 'StructTreeRoot')).toContain('/Type /StructTreeRoot');
});

each('%s: 6.8 its files are inside, byte for byte, with their relationship', (_, document) => {
  const { pdf, catalog } = read(document);
  const associated = /\/AF \[(.*?)\]/.exec(catalog)?.[1];
  const found = attachmentsOf(pdf).map(({ id, name, file, stream, content }) => {
    expect(associated).toContain(`${id} 0 R`);
    expect(file).toContain(`/Type /Filespec /F (${name}) /UF (${name}) /Desc `);
    expect(stream).toContain(`/Size ${content.length} /ModDate (D:20260302190502Z)`);
    const relationship = /\/AFRelationship \/(\w+)/.exec(file)?.[1];
    return { name, relationship, type: /\/Subtype (\S+)/.exec(stream)?.[1], content };
  });
  const xml = { type: '/application#2Fxml', relationship: 'Source', name: XML_NAME, content: XML };
  const cdr = {
    type: '/application#2Fzip',
    relationship: 'Supplement',
    name: CDR_NAME,
    content: CDR,
  };
  expect(found).toEqual(document.archive?.cdr ? [xml, cdr] : [xml]);
});

test('an A4 with its files inside looks as without them, and other formats have none', async () => {
  const document = aDocument(aSale(), { archive });
  const plain = aDocument();
  const [archived, usual] = await Promise.all(
    [document, plain].map(async (drawn) => draw(drawPdf(drawn, 'a4'))),
  );
  expect(Buffer.compare(archived?.data as Uint8Array, usual?.data as Uint8Array)).toBe(0);
  for (const format of ['a5', 'ticket-80'] as const)
    expect(drawPdf(document, format).equals(drawPdf(plain, format))).toBe(true);
  expect(drawPdf(plain, 'a4').toString('latin1')).not.toMatch(/pdfaid:part|OutputIntent/);
  expect(drawPdf(document, 'a4').equals(drawPdf(document, 'a4'))).toBe(true);
});

const PROPERTIES = [
  ['Title', 'dc:title'],
  ['Author', 'dc:creator'],
  ['Subject', 'dc:description'],
  ['Creator', 'xmp:CreatorTool'],
  ['Producer', 'pdf:Producer'],
  ['CreationDate', 'xmp:CreateDate'],
  ['ModDate', 'xmp:ModifyDate'],
] as const;

const ENTITY: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The text of a property; a date with its digits only. */
function textOf(xmp: string, tag: string): string | undefined {
  const inside = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(xmp)?.[1];
  const text = inside
    ?.replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;/g, (name) => ENTITY[name] ?? '');
  return tag.endsWith('Date') ? text?.replaceAll(/\D/g, '') : text;
}

function textIn(info: string, entry: string): string | undefined {
  const [, plain, hex] = new RegExp(`/${entry} (?:\\((.*?)\\)|<(.*?)>)`).exec(info) ?? [];
  if (hex) return Buffer.from(hex, 'hex').swap16().toString('utf16le').slice(1);
  return entry.endsWith('Date') ? plain?.replaceAll(/\D/g, '') : plain;
}

/** The characters of WinAnsi from 128 to 159. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** By glyph: the width that the PDF gives it. */
function widthsOf(font: string, program: Buffer): [glyph: number, width: number][] {
  if (font.includes('CIDFontType2'))
    return [...font.matchAll(/(\d+) \[(\d+)\]/g)].map(([, glyph, width]) => [
      Number(glyph),
      Number(width),
    ]);
  const first = Number(/\/FirstChar (\d+)/.exec(font)?.[1]);
  const widths = /\/Widths \[([\d ]+)\]/.exec(font)?.[1]?.split(' ') ?? [];
  return widths.flatMap((width, i) => {
    const code = first + i;
    const point = code > 0x7f && code < 0xa0 ? HIGH.charCodeAt(code - 0x80) : code;
    return width === '0' ? [] : [[glyphOf(program, point), Number(width)]];
  });
}

function tableOf(program: Buffer, tag: string): Buffer {
  for (let i = 0; i < program.readUInt16BE(4); i++)
    if (program.toString('latin1', 12 + 16 * i, 16 + 16 * i) === tag)
      return program.subarray(program.readUInt32BE(12 + 16 * i + 8));
  throw new Error(`no table ${tag}`);
}

/** By the table of Unicode characters (3, 1), format 4. */
function glyphOf(program: Buffer, point: number): number {
  const cmap = tableOf(program, 'cmap');
  expect([cmap.readUInt16BE(4), cmap.readUInt16BE(6), cmap.readUInt16BE(12)]).toEqual([3, 1, 4]);
  const double = cmap.readUInt16BE(12 + 6);
  for (let at = 12 + 14; at < 12 + 14 + double; at += 2) {
    if (cmap.readUInt16BE(at) < point) continue;
    const [first, delta] = [
      cmap.readUInt16BE(at + double + 2),
      cmap.readUInt16BE(at + 2 * double + 2),
    ];
    if (point < first) break;
    return (point + delta) & 0xffff;
  }
  throw new Error(`no glyph for U+${point.toString(16)}`);
}

function advanceOf(program: Buffer, glyph: number): number {
  const scale = 1000 / tableOf(program, 'head').readUInt16BE(18);
  return tableOf(program, 'hmtx').readUInt16BE(4 * glyph) * scale;
}
