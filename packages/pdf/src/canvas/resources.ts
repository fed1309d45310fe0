/** Embeds the resources of pages: pictures, each once, and the transparency of watermarks. */
import type { PdfFile, Ref } from '../file/pdfFile.js';
import { dictionary } from '../file/values.js';
import type { Picture } from '../paper/picture.js';

const WATERMARK_OPACITY = 0.2;

export interface Resources {
  /** Embeds the picture, and returns its name on every page. */
  picture(picture: Picture): string;
  /** Makes the transparency of watermarks known to every page, as /Stamp. */
  transparency(): void;
  /** The resources of every page, beside the fonts. */
  entries(): { XObject?: string; ExtGState?: string };
}

/** @param archived whether the file is a PDF/A, which admits no interpolation of pictures */
export function createResources(file: PdfFile, archived: boolean): Resources {
  const pictures = new Map<Picture, { name: string; ref: Ref }>();
  let faint: Ref | undefined;
  return {
    picture(picture) {
      let known = pictures.get(picture);
      if (!known) {
        const { Interpolate = false, ...shape } = picture.entries;
        const smooth = Interpolate && !archived && { Interpolate };
        const entries = { Type: '/XObject', Subtype: '/Image', ...shape, ...smooth };
        known = { name: `I${pictures.size + 1}`, ref: file.addStream(entries, picture.data) };
        pictures.set(picture, known);
      }
      return known.name;
    },
    transparency() {
      faint ??= file.add(dictionary({ Type: '/ExtGState', ca: WATERMARK_OPACITY }));
    },
    entries: () => ({
      ...(pictures.size > 0 && {
        XObject: dictionary(
          Object.fromEntries([...pictures.values()].map(({ name, ref }) => [name, ref])),
        ),
      }),
      ...(faint && { ExtGState: dictionary({ Stamp: faint }) }),
    }),
  };
}
