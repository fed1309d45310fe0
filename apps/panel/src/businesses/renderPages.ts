/**
 * The pages of a PDF as pictures: telephones show no PDF inside a page, and a browser's own viewer
 * brings its own dark frame.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';

export interface PageImage {
  /**
   * In dots as pages count them: half of those that are drawn, so that fine screens show fine
   * letters.
   */
  width: number;
  height: number;
  png: Buffer;
}

/** Of a PDF point: 144 dots an inch. */
const SCALE = 2;
/** Enough to see how it goes on. */
const MAX_PAGES = 3;

let library: Promise<PDFiumLibrary> | undefined;

export async function renderPages(pdf: Buffer): Promise<PageImage[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    const drawn: PageImage[] = [];
    for (const page of document.pages()) {
      if (drawn.length === MAX_PAGES) break;
      const { width, height, data } = await page.render({ scale: SCALE, render: 'bitmap' });
      drawn.push({
        width: Math.round(width / SCALE),
        height: Math.round(height / SCALE),
        png: encode(width, height, data),
      });
    }
    return drawn;
  } finally {
    document.destroy();
  }
}

function encode(width: number, height: number, data: Uint8Array): Buffer {
  const picture = new PNG({ width, height });
  picture.data = Buffer.from(data);
  // letters on white: filters make them no smaller, and what is seen once need not be as small as
  // can be
  return PNG.sync.write(picture, { filterType: 0, deflateStrategy: 0, deflateLevel: 3 });
}
