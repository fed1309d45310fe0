/**
 * Writes texts as PDF strings and embeds the fonts that they need: for Latin words a font with one
 * byte for each character, for others one with two bytes for each glyph.
 */
import type { PdfFile, Ref } from '../file/pdfFile.js';
import { dictionary } from '../file/values.js';
import { type Face, fontOf } from './faces.js';
import { ALL_GROUPS, FOREIGN, kindOf, latinString, REWRITTEN, SPACE } from './latin.js';
import { shape } from './shape.js';
import { latinSubset, wideSubset } from './subsets.js';

/** Receives the strings of a text, each with the name under which every page knows its font. */
export interface StringWriter {
  latin(font: string, text: string, after: '' | ' '): void;
  /** @param glyphs four hexadecimal digits each */
  wide(font: string, glyphs: string): void;
  /** Begins and ends a part whose glyphs differ from the characters that readers should copy. */
  beginActual(text: string): void;
  endActual(): void;
}

export interface Embedder {
  /** Writes a text, and a space or nothing after it; its characters will be embedded. */
  show(text: string, after: '' | ' ', face: Face, to: StringWriter): void;
  /** Writes the fonts, after the last text; returns the entry of the pages' resources. */
  finish(): string;
}

const LATIN: Readonly<Record<Face, string>> = {
  regular: 'F1',
  medium: 'F2',
  semibold: 'F3',
  bold: 'F4',
  spare: 'F5',
  spareBold: 'F6',
};
const WIDE: Readonly<Record<Face, string>> = {
  regular: 'W1',
  medium: 'W2',
  semibold: 'W3',
  bold: 'W4',
  spare: 'W5',
  spareBold: 'W6',
};

export function createEmbedder(file: PdfFile): Embedder {
  const used: UsedCharacters = { latin: new Map(), wide: new Map() };
  return {
    show(text, after, face, to) {
      const kind = kindOf(text, face);
      if (kind & FOREIGN) showWords(used, `${text}${after}`, face, to);
      else showLatin(used, { text, kind, face, after }, to);
    },
    finish: () => embedAll(file, used),
  };
}

/** What the texts of a document use of each face. */
interface UsedCharacters {
  /** The bits of the groups of Latin characters. */
  latin: Map<Face, number>;
  /** The other glyphs, each with the character that it draws. */
  wide: Map<Face, Map<number, number>>;
}

interface LatinText {
  text: string;
  /** From `kindOf`. */
  kind: number;
  face: Face;
  after: '' | ' ';
}

function showLatin(
  { latin }: UsedCharacters,
  { text, kind, face, after }: LatinText,
  to: StringWriter,
): void {
  const known = latin.get(face) ?? 0;
  const groups = known | (kind & ALL_GROUPS) | (after === '' ? 0 : SPACE);
  if (groups !== known) latin.set(face, groups);
  to.latin(LATIN[face], kind & REWRITTEN ? latinString(text) : text, after);
}

/** Shows each word with the space before it. */
function showWords(used: UsedCharacters, text: string, face: Face, to: StringWriter): void {
  for (const [i, word] of text.split(' ').entries()) {
    const spaced = i === 0 ? word : ` ${word}`;
    const kind = kindOf(spaced, face);
    if (!(kind & FOREIGN)) {
      showLatin(used, { text: spaced, kind, face, after: '' }, to);
      continue;
    }
    if (i > 0) showLatin(used, { text: ' ', kind: SPACE, face, after: '' }, to);
    showWide(used, word, face, to);
  }
}

function showWide({ wide }: UsedCharacters, word: string, asked: Face, to: StringWriter): void {
  const { runs, boxed } = shape(word, asked);
  // readers copy, search and speak the characters that are drawn as boxes
  if (boxed) to.beginActual(word);
  for (const { face, glyphs, points, hex } of runs) {
    const characters = wide.get(face) ?? new Map<number, number>();
    for (const [i, glyph] of glyphs.entries()) characters.set(glyph, points[i] as number);
    wide.set(face, characters);
    to.wide(WIDE[face], hex);
  }
  if (boxed) to.endActual();
}

function embedAll(file: PdfFile, { latin, wide }: UsedCharacters): string {
  const fonts: Record<string, Ref> = {};
  for (const [face, groups] of latin) fonts[LATIN[face]] = embedLatin(file, face, groups);
  for (const [face, used] of wide) fonts[WIDE[face]] = embedWide(file, face, used);
  return dictionary(fonts);
}

/** Font flags: for a font with a standard encoding, and for one with codes of its own. */
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
