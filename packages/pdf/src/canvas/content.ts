/** The operators of one page, collected and written to the file at once. */
import type { Embedder } from '../type/embed.js';
import type { Face } from '../type/faces.js';
import { type Run, shape } from '../type/shape.js';
import { number, rgb } from './operators.js';

export interface PageContent {
  push(operators: string): void;
  /** Sets the fill colour, unless it is set already. */
  fillWith(color: string): void;
  /** Shows a text; `matrix` is its Tm operator. */
  glyphs(text: string, style: { face: Face; size: number }, matrix: string): void;
  /** Forgets what is set, after the graphics state was restored. */
  forget(): void;
  /** Returns the operators so far, and empties the content. */
  take(): string;
}

export function createPageContent(fonts: Embedder): PageContent {
  let operators = '';
  /** The fill colour and the font that are set. */
  let [fill, font] = ['', ''];
  const forget = () => {
    [fill, font] = ['', ''];
  };
  return {
    push(more) {
      operators += `${more}\n`;
    },
    fillWith(color) {
      if (color !== fill) operators += `${rgb(color)} rg\n`;
      fill = color;
    },
    glyphs(text, { face, size }, matrix) {
      operators += `BT\n${matrix}\n`;
      let hex = '';
      for (const run of runsOf(text, face)) {
        const wanted = `/${fonts.use(run)} ${number(size)} Tf\n`;
        if (wanted !== font) {
          if (hex !== '') operators += `<${hex}> Tj\n`;
          operators += wanted;
          [font, hex] = [wanted, ''];
        }
        hex += run.hex;
      }
      operators += hex === '' ? 'ET\n' : `<${hex}> Tj\nET\n`;
    },
    forget,
    take() {
      const content = operators;
      operators = '';
      forget();
      return content;
    },
  };
}

/** The runs of a text with those of the spaces between its words. */
function runsOf(text: string, face: Face): Run[] {
  const [first = '', ...words] = text.split(' ');
  const runs = [...shape(first, face).runs];
  const space = shape(' ', face).runs;
  for (const word of words) runs.push(...space, ...shape(word, face).runs);
  return runs;
}
