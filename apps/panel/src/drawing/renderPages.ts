/**
 * Renders the pages of a PDF as PNG images, because phone browsers show no PDF inside a page, and
 * desktop browsers put a viewer with a frame around it.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';

export interface PageImage {
  /**
   * In CSS pixels: half of the image's pixels, so that letters are sharp on high-density screens.
   */
  width: number;
  height: number;
  png: Uint8Array;
}

/** Image pixels a PDF point: 144 dots an inch. */
const SCALE = 2;
/** The first pages are enough to judge a design. */
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
  // no filters: they do not make black letters on white smaller, and a preview need not be small
  return PNG.sync.write(picture, { filterType: 0, deflateStrategy: 0, deflateLevel: 3 });
}
