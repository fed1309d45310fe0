/** The operators of one page, collected and written to the file at once. */
import type { Embedder } from '../type/embed.js';
import type { Face } from '../type/faces.js';
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
      if (more !== '') operators += `${more}\n`;
    },
    fillWith(color) {
      if (color !== fill) operators += `${rgb(color)} rg\n`;
      fill = color;
    },
    glyphs(text, { face, size }, matrix) {
      operators += `BT ${matrix}`;
      for (const shown of fonts.show(text, face)) {
        const wanted = `/${shown.font} ${number(size)} Tf`;
        operators += wanted === font ? ` ${shown.text} Tj` : ` ${wanted} ${shown.text} Tj`;
        font = wanted;
      }
      operators += ' ET\n';
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
