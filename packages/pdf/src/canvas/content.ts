/** Collects the operators of one page as bytes, which are written to the file at once. */
import { createByteWriter } from '../file/byteWriter.js';
import { text as pdfText } from '../file/values.js';
import type { Embedder, StringWriter } from '../type/embed.js';
import type { Face } from '../type/faces.js';
import { type OperatorWriter, rgb } from './operators.js';

interface FontStyle {
  face: Face;
  size: number;
}

export interface PageContent extends OperatorWriter {
  number(value: number): void;
  /** Sets the fill colour, unless it is set already. */
  fillWith(color: string): void;
  /** Sets the colour and the width of lines, unless they are set already. */
  strokeWith(color: string, weight: number): void;
  /** Begins a text object, unless one is open: texts until `endText` are in it. */
  beginText(): void;
  /** Ends the text object, if one is open. */
  endText(): void;
  /** Shows an upright text, and a space or nothing, whose baseline begins at this point. */
  textAt(text: string, after: '' | ' ', style: FontStyle, x: number, y: number): void;
  /** Shows a text at the place of a matrix. */
  textIn(text: string, style: FontStyle, matrix: readonly number[]): void;
  /** Forgets what is set, after the graphics state was restored. */
  forget(): void;
  /** Returns the operators so far, valid until the next one, and empties the content. */
  take(): Buffer;
}

/** The end of a string, with a space or nothing after its text. */
const END = { '': ') Tj', ' ': ' ) Tj' } as const;

/** Shared by all documents of the process, because each is drawn without interruption. */
const { text: write, number, take } = createByteWriter();
/** The content that is being written; a second one would mix its operators into the same buffer. */
let current: unknown;

export function createPageContent(fonts: Embedder): PageContent {
  const own = Symbol('content');
  current = own;
  // drops what an error left in the buffer
  take();
  /** The fill colour and the lines that are set. */
  let [fill, stroke, weight] = ['', '', 0];
  const { beginText, endText, textAt, textIn, forgetFont } = createTexts(fonts);
  const forget = () => {
    [fill, stroke, weight] = ['', '', 0];
    forgetFont();
  };
  return {
    text: write,
    number,
    numbers,
    beginText,
    endText,
    textAt,
    textIn,
    forget,
    fillWith(color) {
      if (color !== fill) write(`${rgb(color)} rg\n`);
      fill = color;
    },
    strokeWith(color, width) {
      if (color !== stroke) write(`${rgb(color)} RG\n`);
      if (width !== weight) {
        number(width);
        write(' w\n');
      }
      [stroke, weight] = [color, width];
    },
    take() {
      if (current !== own) {
        // two contents have written into the same buffer, so that this one is not valid
        current = undefined;
        throw new Error('a second canvas was opened before this one was finished');
      }
      forget();
      return take();
    },
  };
}

/** The text objects of a page. */
function createTexts(fonts: Embedder) {
  const { show, forgetFont } = createShownTexts(fonts);
  const { place, forgetPlace } = createPlaces();
  let open = false;
  const begin = () => {
    write('BT ');
    open = true;
    forgetPlace();
  };
  const end = () => {
    write('ET\n');
    open = false;
  };
  const textAt: PageContent['textAt'] = (text, after, style, x, y) => {
    const alone = !open;
    if (alone) begin();
    place(x, y);
    show(text, after, style);
    if (alone) end();
  };
  const textIn: PageContent['textIn'] = (text, style, matrix) => {
    begin();
    numbers(...matrix);
    write('Tm');
    show(text, '', style);
    end();
  };
  return {
    textAt,
    textIn,
    forgetFont,
    beginText() {
      if (!open) begin();
    },
    endText() {
      if (open) end();
    },
  };
}

/** Writes where the lines of a text object begin. */
function createPlaces() {
  let [lineX, lineY] = [0, Number.NaN];
  /** Places a line of text: relative to the one before it, which takes one number less. */
  const place = (x: number, y: number) => {
    if (y === lineY) {
      const step = Math.round((x - lineX) * 1000) / 1000;
      number(step);
      write(' 0 Td');
      lineX += step;
      return;
    }
    // the page is drawn from its top, but a letter from its baseline
    write('1 0 0 -1 ');
    number(x);
    write(' ');
    number(y);
    write(' Tm');
    lineX = Math.round(x * 1000) / 1000;
    lineY = y;
  };
  return {
    place,
    forgetPlace() {
      lineY = Number.NaN;
    },
  };
}

/** Writes the strings of a text, after the operators that place it, and the font they need. */
function createShownTexts(fonts: Embedder) {
  /** The font that is set, and the size of the text that is shown. */
  let [font, fontSize, size] = ['', 0, 0];
  const setFont = (wanted: string) => {
    if (wanted === font && size === fontSize) return;
    write(' /');
    write(wanted);
    write(' ');
    number(size);
    write(' Tf');
    font = wanted;
    fontSize = size;
  };
  const strings: StringWriter = {
    latin(wanted, text, after) {
      setFont(wanted);
      write(' (');
      write(text);
      write(END[after]);
    },
    wide(wanted, glyphs) {
      setFont(wanted);
      write(' <');
      write(glyphs);
      write('> Tj');
    },
    beginActual: (actual) => write(` /Span<</ActualText ${pdfText(actual)}>>BDC`),
    endActual: () => write(' EMC'),
  };
  return {
    show(text: string, after: '' | ' ', style: FontStyle) {
      size = style.size;
      fonts.show(text, after, style.face, strings);
      write('\n');
    },
    forgetFont() {
      [font, fontSize] = ['', 0];
    },
  };
}

function numbers(...values: number[]): void {
  for (const value of values) {
    number(value);
    write(' ');
  }
}
