/** Reads and draws a PDF with PDFium, and decodes the drawn QR with jsQR. */
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import jsqr from 'jsqr';

export interface Seen {
  /** In millimetres. */
  width: number;
  height: number;
  /** In one line. */
  text: string;
}

export interface Raster {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each dot. */
  data: Uint8Array;
  /** Dots a millimetre. */
  dots: number;
}

/** jsQR is CommonJS, although its types declare an ES module. */
const decode = jsqr as unknown as typeof jsqr.default;
const library = PDFiumLibrary.init();

async function withPages<T>(pdf: Buffer, work: (pages: PDFiumPage[]) => Promise<T>): Promise<T> {
  const document = await (await library).loadDocument(pdf);
  try {
    return await work([...document.pages()]);
  } finally {
    document.destroy();
  }
}

export const see = (pdf: Buffer): Promise<Seen[]> =>
  withPages(pdf, async (pages) =>
    pages.map((page) => {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const millimetres = (points: number) => (points * 25.4) / 72;
      return {
        width: millimetres(originalWidth),
        height: millimetres(originalHeight),
        text: page.getText().replaceAll(/\s+/g, ' '),
      };
    }),
  );

/** The first page, on white. */
export const draw = (pdf: Buffer, dots = 6): Promise<Raster> =>
  withPages(pdf, async ([page]) => {
    if (!page) throw new Error('no page');
    const { width, height, data } = await page.render({
      scale: (dots * 25.4) / 72,
      render: 'bitmap',
    });
    return { width, height, data: Uint8Array.from(data), dots };
  });

/** The bounds of all dots that are not white, in millimetres from the left and the top. */
export function inkBox({ width, height, data, dots }: Raster): {
  left: number;
  right: number;
  top: number;
  bottom: number;
} {
  const box = { left: width, right: 0, top: height, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      if (Math.min(data[at] as number, data[at + 1] as number, data[at + 2] as number) > 250)
        continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return {
    left: box.left / dots,
    right: box.right / dots,
    top: box.top / dots,
    bottom: box.bottom / dots,
  };
}

/** Whether there is any colour but greys. */
export function colored({ data }: Raster): boolean {
  for (let at = 0; at < data.length; at += 4)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return true;
  return false;
}

/** The text of the QR, and the length of its side in millimetres. */
export function qrOf({
  width,
  height,
  data,
  dots,
}: Raster): { text: string; side: number } | undefined {
  const found = decode(new Uint8ClampedArray(data), width, height);
  if (!found) return undefined;
  const { topLeftCorner, topRightCorner } = found.location;
  return {
    text: found.data,
    side: Math.hypot(topRightCorner.x - topLeftCorner.x, topRightCorner.y - topLeftCorner.y) / dots,
  };
}
