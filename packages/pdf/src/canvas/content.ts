/** The operators of one page, collected and written to the file at once. */
import type { createEmbedder } from '../type/embed.js';
import type { Face } from '../type/faces.js';
import { shape } from '../type/shape.js';
import { number, rgb } from './operators.js';

export interface PageContent {
  push(...operators: string[]): void;
  /** Sets the fill colour, unless it is set already. */
  fillWith(color: string): void;
  /** Shows a text; `matrix` is its Tm operator. */
  glyphs(text: string, style: { face: Face; size: number }, matrix: string): void;
  /** Makes the next `fillWith` set its colour in any case. */
  forgetFill(): void;
  /** Returns the operators so far, and empties the content. */
  take(): string;
}

export function createPageContent(fonts: ReturnType<typeof createEmbedder>): PageContent {
  let operators: string[] = [];
  let fill = '';
  return {
    push(...more) {
      operators.push(...more);
    },
    fillWith(color) {
      if (color !== fill) operators.push(`${rgb(color)} rg`);
      fill = color;
    },
    glyphs(text, style, matrix) {
      operators.push('BT', matrix, ...glyphOperators(fonts, text, style), 'ET');
    },
    forgetFill() {
      fill = '';
    },
    take() {
      const content = operators.join('\n');
      operators = [];
      fill = '';
      return content;
    },
  };
}

/** One operator shows all consecutive words in the same font. */
function glyphOperators(
  fonts: ReturnType<typeof createEmbedder>,
  text: string,
  { face, size }: { face: Face; size: number },
): string[] {
  const operators: string[] = [];
  let set = '';
  let hex = '';
  const show = () => {
    if (hex !== '') operators.push(`<${hex}> Tj`);
    hex = '';
  };
  text.split(' ').forEach((word, i) => {
    const runs =
      i === 0 ? shape(word, face).runs : [...shape(' ', face).runs, ...shape(word, face).runs];
    for (const run of runs) {
      const name = fonts.use(run);
      if (name !== set) {
        show();
        operators.push(`/${name} ${number(size)} Tf`);
        set = name;
      }
      hex += run.hex;
    }
  });
  show();
  return operators;
}
