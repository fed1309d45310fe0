/** Embeds the fonts that a document uses. */
import type { PdfFile, Ref } from '../file/pdfFile.js';
import { dictionary } from '../file/values.js';
import { type Face, fontOf } from './faces.js';
import type { Run } from './shape.js';
import { subsetOf } from './subsets.js';

export interface Embedder {
  /** Marks the characters of a run as used; gives the name of its font on every page. */
  use(run: Run): string;
  /** Writes the fonts, after the last text; returns the entry of the pages' resources. */
  finish(): string;
}

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

interface Used {
  groups: number;
  rare: Map<number, number>;
}

export function createEmbedder(file: PdfFile): Embedder {
  const faces = new Map<Face, Used>();
  return {
    use({ face, groups, rare }) {
      let used = faces.get(face);
      if (!used) {
        used = { groups: 0, rare: new Map() };
        faces.set(face, used);
      }
      used.groups |= groups;
      for (const [glyph, point] of rare) used.rare.set(glyph, point);
      return NAME[face];
    },
    finish() {
      const fonts = [...faces].map(([face, used]) => [NAME[face], embed(file, face, used)]);
      return dictionary(Object.fromEntries(fonts));
    },
  };
}

function embed(file: PdfFile, face: Face, { groups, rare }: Used): Ref {
  const font = fontOf(face);
  const { name, length, widths, ...made } = subsetOf(face, groups, rare);
  const Filter = '/FlateDecode';
  const descriptor = dictionary({
    Type: '/FontDescriptor',
    FontName: `/${name}`,
    Flags: FLAGS,
    FontBBox: font.box,
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: font.capHeight,
    StemV: 0,
    FontFile2: file.addStream({ Length1: length, Filter }, made.file),
  });
  const descendant = dictionary({
    Type: '/Font',
    Subtype: '/CIDFontType2',
    BaseFont: `/${name}`,
    CIDSystemInfo: '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>',
    FontDescriptor: file.add(descriptor),
    W: widths,
    CIDToGIDMap: '/Identity',
  });
  const whole = dictionary({
    Type: '/Font',
    Subtype: '/Type0',
    BaseFont: `/${name}`,
    Encoding: '/Identity-H',
    DescendantFonts: [file.add(descendant)],
    ToUnicode: file.addStream({ Filter }, made.toUnicode),
  });
  return file.add(whole);
}
