/** Lists the texts of a PDF with their position and size, read from the content of its pages. */
import { inflateSync } from 'node:zlib';

export interface Mark {
  page: number;
  size: number;
  left: number;
  right: number;
  /** The top of its capitals, from the top of the page. */
  top: number;
  bottom: number;
}

const CAPITALS = 0.7;
const BELOW = 0.15;
/** A text is placed by a matrix, or beside the one before it. */
const TEXT = /(?:BT |\n)(?:1 0 0 -1 (\S+) (\S+) Tm|(\S+) 0 Td)(.*Tj)(?: EMC)?(?=\n)/g;
const SET = /\/([FW]\d) (\S+) Tf|<([0-9a-f]*)> Tj|\(((?:\\.|[^\\)])*)\) Tj/g;

/** Omits rotated texts, which are the stamp. */
export function marks(pdf: Buffer): Mark[] {
  const file = pdf.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      id as string,
      body as string,
    ]),
  );
  const object = (id: string | undefined) => objects.get(id ?? '') ?? '';
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return pages.flatMap((page, at) => {
    const fonts = fontsOf(object(/\/Resources (\d+)/.exec(page)?.[1]), object);
    const stream = object(/\/Contents (\d+)/.exec(page)?.[1]);
    const placed = placeWith(fonts);
    let [left, baseline] = [0, 0];
    return [...inflated(stream).matchAll(TEXT)].map(([, x, y, step, shown]) => {
      [left, baseline] = step ? [left + Number(step), baseline] : [Number(x), Number(y)];
      return { page: at, ...placed(left, baseline, shown as string) };
    });
  });
}

type Widths = Map<number, number>;

function fontsOf(
  resources: string,
  object: (id: string | undefined) => string,
): Map<string, Widths> {
  const fonts = new Map<string, Widths>();
  for (const [, name, id] of resources.matchAll(/\/([FW]\d) (\d+) 0 R/g)) {
    const font = object(id);
    const descendant = object(/\/DescendantFonts \[(\d+)/.exec(font)?.[1]);
    fonts.set(name as string, descendant ? wideWidths(descendant) : latinWidths(font));
  }
  return fonts;
}

/** The widths of a font with two bytes a glyph. */
function wideWidths(font: string): Widths {
  const widths: Widths = new Map();
  const all = /\/W \[([\s\S]*?\])\]/.exec(font)?.[1] ?? '';
  for (const [, first, own] of all.matchAll(/(\d+) \[([\d ]+)\]/g))
    for (const [i, width] of (own as string).split(' ').entries())
      widths.set(Number(first) + i, Number(width));
  return widths;
}

/** The widths of a font with a byte a character; a width of 0 is that of no character. */
function latinWidths(font: string): Widths {
  const first = Number(/\/FirstChar (\d+)/.exec(font)?.[1]);
  const all = /\/Widths \[([\d ]+)\]/.exec(font)?.[1]?.split(' ') ?? [];
  return new Map(all.flatMap((width, i) => (width === '0' ? [] : [[first + i, Number(width)]])));
}

function inflated(object: string): string {
  const start = object.indexOf('stream\n') + 'stream\n'.length;
  return inflateSync(
    Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1'),
  ).toString('latin1');
}

/** Places the texts of a page in turn: a font remains set for the texts that follow. */
function placeWith(fonts: Map<string, Widths>) {
  let widths: Widths = new Map();
  let size = 0;
  return (left: number, baseline: number, shown: string): Omit<Mark, 'page'> => {
    let width = 0;
    for (const [, font, set, hex = '', bytes = ''] of shown.matchAll(SET)) {
      if (font) {
        widths = fonts.get(font) ?? widths;
        size = Number(set);
      }
      const codes = [
        ...(hex.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16)),
        ...Buffer.from(bytes.replaceAll(/\\(.)/g, '$1'), 'latin1'),
      ];
      for (const code of codes) width += ((widths.get(code) ?? Number.NaN) * size) / 1000;
      // a space at the end has no ink
      if (bytes.endsWith(' ')) width -= ((widths.get(0x20) ?? Number.NaN) * size) / 1000;
    }
    return {
      size,
      left,
      right: left + width,
      top: baseline - CAPITALS * size,
      bottom: baseline + BELOW * size,
    };
  };
}

/** The pairs of texts that overlap. */
export function collisions(all: readonly Mark[]): [Mark, Mark][] {
  const hit = (a: Mark, b: Mark) =>
    a.page === b.page &&
    a.left < b.right - 0.3 &&
    b.left < a.right - 0.3 &&
    a.top < b.bottom - 0.3 &&
    b.top < a.bottom - 0.3;
  const sorted = [...all].sort((a, b) => a.page - b.page || a.top - b.top);
  const found: [Mark, Mark][] = [];
  sorted.forEach((mark, at) => {
    for (let other = at + 1; other < sorted.length; other++) {
      const next = sorted[other] as Mark;
      if (next.page !== mark.page || next.top > mark.bottom) break;
      if (hit(mark, next)) found.push([mark, next]);
    }
  });
  return found;
}
