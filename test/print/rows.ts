/**
 * Reads a PDF as a person sees it: rows of cells, from the places of its characters alone, as
 * PDFium reports them.
 */
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';

/** The functions of PDFium that its package does not declare. */
interface TextModule {
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, at: number): number;
  _FPDFText_GetLooseCharBox(text: number, at: number, edges: number): number;
  _FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): number;
  wasmExports: { malloc(bytes: number): number; free(at: number): void };
  HEAPU8: Uint8Array;
}

interface Character {
  text: string;
  left: number;
  right: number;
  baseline: number;
}

const library = PDFiumLibrary.init();
/** Wider than a space between words, narrower than the space between columns. */
const BETWEEN_CELLS = 4;

/** The rows of all pages from top to bottom, each with its cells from left to right. */
export async function rowsOf(pdf: Buffer): Promise<string[][]> {
  const document = await (await library).loadDocument(pdf);
  try {
    return [...document.pages()].flatMap((page) => rowsOn(charactersOn(page)));
  } finally {
    document.destroy();
  }
}

function rowsOn(characters: readonly Character[]): string[][] {
  const rows: Character[][] = [];
  for (const character of [...characters].sort((a, b) => b.baseline - a.baseline)) {
    const row = rows.at(-1);
    if (row && (row[0] as Character).baseline - character.baseline < 1) row.push(character);
    else rows.push([character]);
  }
  return rows.map((row) => cellsOf(row.sort((a, b) => a.left - b.left)));
}

function cellsOf(row: readonly Character[]): string[] {
  const cells: string[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, left, right } of row) {
    if (left - end > BETWEEN_CELLS) cells.push('');
    else if (left - end > 1) cells.push(`${cells.pop()} `);
    cells.push(`${cells.pop()}${text}`);
    end = right;
  }
  return cells;
}

/** Every character but spaces. */
function charactersOn(page: PDFiumPage): Character[] {
  const { module, pageIdx } = page as unknown as { module: TextModule; pageIdx: number };
  const text = module._FPDFText_LoadPage(pageIdx);
  const place = module.wasmExports.malloc(32);
  const edges = () => new Float32Array(module.HEAPU8.buffer, place, 4);
  const origin = () => new Float64Array(module.HEAPU8.buffer, place, 2);
  const found: Character[] = [];
  for (let at = 0; at < module._FPDFText_CountChars(text); at++) {
    const character = String.fromCodePoint(module._FPDFText_GetUnicode(text, at));
    if (/\s/.test(character)) continue;
    module._FPDFText_GetLooseCharBox(text, at, place);
    const [left = 0, , right = 0] = edges();
    module._FPDFText_GetCharOrigin(text, at, place, place + 8);
    found.push({ text: character, left, right, baseline: origin()[1] ?? 0 });
  }
  module.wasmExports.free(place);
  module._FPDFText_ClosePage(text);
  return found;
}
