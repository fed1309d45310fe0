/**
 * Embeds the fonts that a document uses, with the text of each glyph, so that the PDF can be
 * searched and copied.
 */
import { createHash } from 'node:crypto';
import { type Face, fontOf } from './faces.js';
import type { Font } from './font.js';
import type { Run } from './shape.js';
import { subset } from './subset.js';

export interface Embedder {
  /** Marks the glyphs of a run as used; gives the resource name of its font on the page. */
  use(run: Run): string;
  /** Writes the fonts; called once, after the last text. */
  finish(): void;
}

type Ref = PDFKit.PDFKitReference;

const NAME: Readonly<Record<Face, string>> = {
  regular: 'F1',
  medium: 'F2',
  semibold: 'F3',
  bold: 'F4',
  spare: 'F5',
  spareBold: 'F6',
};
/** The flag of a symbolic font, whose codes are its own. */
const FLAGS = 4;

export function createEmbedder(doc: PDFKit.PDFDocument): Embedder {
  const faces = new Map<Face, { ref: Ref; characters: Map<number, number> }>();
  return {
    use(run) {
      let known = faces.get(run.face);
      if (!known) {
        known = { ref: doc.ref({}), characters: new Map() };
        faces.set(run.face, known);
      }
      const name = NAME[run.face];
      doc.page.fonts[name] ??= known.ref;
      for (let i = 0; i < run.glyphs.length; i++)
        known.characters.set(run.glyphs[i] as number, run.points[i] as number);
      return name;
    },
    finish() {
      for (const [face, { ref, characters }] of faces) write(doc, ref, fontOf(face), characters);
    },
  };
}

function write(
  doc: PDFKit.PDFDocument,
  ref: Ref,
  font: Font,
  characters: ReadonlyMap<number, number>,
): void {
  const glyphs = [...characters.keys()].sort((a, b) => a - b);
  // printers cache fonts by name, so two subsets need different names
  const tag = [...createHash('sha256').update(glyphs.join()).digest().subarray(0, 6)].map((byte) =>
    String.fromCharCode(65 + (byte % 26)),
  );
  const name = `${tag.join('')}+${font.name}`;
  const file = subset(font, glyphs);
  const descriptor = object(doc, {
    Type: 'FontDescriptor',
    FontName: name,
    Flags: FLAGS,
    FontBBox: font.box,
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: font.capHeight,
    StemV: 0,
    FontFile2: object(doc, { Length1: file.length }, file),
  });
  const descendant = object(doc, {
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    // pdfkit writes a String object as a text, a string primitive as a name
    CIDSystemInfo: {
      Registry: new String('Adobe'),
      Ordering: new String('Identity'),
      Supplement: 0,
    },
    FontDescriptor: descriptor,
    W: widths(font, glyphs),
    CIDToGIDMap: 'Identity',
  });
  Object.assign(ref.data, {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: object(doc, {}, toUnicode(glyphs, characters)),
  });
  ref.end(undefined);
}

function object(doc: PDFKit.PDFDocument, data: object, content?: Buffer | string): Ref {
  const ref = doc.ref(data);
  ref.end(content);
  return ref;
}

/** For each range of consecutive glyphs: the first glyph, then their widths. */
function widths(font: Font, glyphs: readonly number[]): (number | number[])[] {
  const runs: [number, number[]][] = [];
  let after = -1;
  for (const glyph of glyphs) {
    const width = Math.round(font.advance(glyph));
    if (glyph === after) runs.at(-1)?.[1].push(width);
    else runs.push([glyph, [width]]);
    after = glyph + 1;
  }
  return runs.flat();
}

/** The most entries that the format admits in a block. */
const BLOCK = 100;

function toUnicode(glyphs: readonly number[], characters: ReadonlyMap<number, number>): string {
  const hex = (value: number) => value.toString(16).padStart(4, '0');
  const rows = glyphs.map((glyph) => {
    const text = String.fromCodePoint(characters.get(glyph) ?? 0);
    return `<${hex(glyph)}> <${Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i))).join('')}>`;
  });
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += BLOCK) {
    const block = rows.slice(at, at + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
