/**
 * Writes texts as strings of a PDF, and embeds the fonts that they need: for Latin words a font
 * with a byte for each character, for others one with two bytes for each glyph.
 */
import type { PdfFile, Ref } from '../file/pdfFile.js';
import { dictionary } from '../file/values.js';
import { type Face, fontOf } from './faces.js';
import { groupsOf, latinString, latinWidth } from './latin.js';
import { shape } from './shape.js';
import { latinSubset, wideSubset } from './subsets.js';

/** A part of a text: the name of its font on every page, and its string. */
export interface Shown {
  font: string;
  text: string;
}

export interface Embedder {
  /** Writes a text, whose characters are embedded from now on. */
  show(text: string, face: Face): Shown[];
  /** Writes the fonts, after the last text; returns the entry of the pages' resources. */
  finish(): string;
}

const NUMBER: Readonly<Record<Face, number>> = {
  regular: 1,
  medium: 2,
  semibold: 3,
  bold: 4,
  spare: 5,
  spareBold: 6,
};

export function createEmbedder(file: PdfFile): Embedder {
  /** By face: the groups of its Latin characters, and other glyphs with their characters. */
  const latin = new Map<Face, number>();
  const wide = new Map<Face, Map<number, number>>();

  function showLatin(text: string, face: Face): Shown {
    latin.set(face, (latin.get(face) ?? 0) | groupsOf(text));
    return { font: `F${NUMBER[face]}`, text: latinString(text) };
  }

  /** Shows each word with the space before it. */
  const showWords = (text: string, face: Face): Shown[] =>
    text.split(' ').flatMap((word, i) => {
      const spaced = i === 0 ? word : ` ${word}`;
      if (!Number.isNaN(latinWidth(word, face))) return showLatin(spaced, face);
      return [...(i === 0 ? [] : [showLatin(' ', face)]), ...showWide(word, face)];
    });

  const showWide = (word: string, asked: Face): Shown[] =>
    shape(word, asked).runs.map(({ face, glyphs, points, hex }) => {
      const used = wide.get(face) ?? new Map<number, number>();
      glyphs.forEach((glyph, i) => {
        used.set(glyph, points[i] as number);
      });
      wide.set(face, used);
      return { font: `W${NUMBER[face]}`, text: `<${hex}>` };
    });

  return {
    show: (text, face) =>
      Number.isNaN(latinWidth(text, face)) ? showWords(text, face) : [showLatin(text, face)],
    finish() {
      const fonts: Record<string, Ref> = {};
      for (const [face, groups] of latin)
        fonts[`F${NUMBER[face]}`] = embedLatin(file, face, groups);
      for (const [face, used] of wide) fonts[`W${NUMBER[face]}`] = embedWide(file, face, used);
      return dictionary(fonts);
    },
  };
}

/** Of a font whose codes are those of an encoding, and of one whose codes are its own. */
const FLAGS = { nonsymbolic: 32, symbolic: 4 };

function embedLatin(file: PdfFile, face: Face, groups: number): Ref {
  const made = latinSubset(face, groups);
  const font = dictionary({
    Type: '/Font',
    Subtype: '/TrueType',
    BaseFont: `/${made.name}`,
    FirstChar: 32,
    LastChar: made.last,
    Widths: made.widths,
    FontDescriptor: descriptor(file, fontOf(face), made, FLAGS.nonsymbolic),
    Encoding: '/WinAnsiEncoding',
  });
  return file.add(font);
}

function embedWide(file: PdfFile, face: Face, used: ReadonlyMap<number, number>): Ref {
  const made = wideSubset(face, used);
  const descendant = dictionary({
    Type: '/Font',
    Subtype: '/CIDFontType2',
    BaseFont: `/${made.name}`,
    CIDSystemInfo: '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>',
    FontDescriptor: descriptor(file, fontOf(face), made, FLAGS.symbolic),
    W: made.widths,
    CIDToGIDMap: '/Identity',
  });
  const font = dictionary({
    Type: '/Font',
    Subtype: '/Type0',
    BaseFont: `/${made.name}`,
    Encoding: '/Identity-H',
    DescendantFonts: [file.add(descendant)],
    ToUnicode: file.addStream({ Filter: '/FlateDecode' }, made.toUnicode),
  });
  return file.add(font);
}

function descriptor(
  file: PdfFile,
  { box, ascent, descent, capHeight }: ReturnType<typeof fontOf>,
  made: { name: string; length: number; file: Buffer },
  Flags: number,
): Ref {
  const font = dictionary({
    Type: '/FontDescriptor',
    FontName: `/${made.name}`,
    Flags,
    FontBBox: box,
    ItalicAngle: 0,
    Ascent: ascent,
    Descent: descent,
    CapHeight: capHeight,
    StemV: 0,
    FontFile2: file.addStream({ Length1: made.length, Filter: '/FlateDecode' }, made.file),
  });
  return file.add(font);
}
