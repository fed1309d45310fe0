/** Embeds what pages refer to: pictures, each once, and the transparency of watermarks. */
import type { Picture } from '../paper/picture.js';

const WATERMARK_OPACITY = 0.2;

export interface Resources {
  /** Adds the picture to the current page and returns its name there. */
  picture(picture: Picture): string;
  /** Adds the transparency of watermarks to the current page, as /Stamp. */
  transparency(): void;
}

export function createResources(doc: PDFKit.PDFDocument): Resources {
  const pictures = new Map<Picture, PDFKit.PDFKitReference>();
  let faint: PDFKit.PDFKitReference | undefined;
  return {
    picture(picture) {
      const ref = pictures.get(picture) ?? embed(doc, picture);
      pictures.set(picture, ref);
      const name = `I${[...pictures.keys()].indexOf(picture) + 1}`;
      (doc.page as unknown as { xobjects: Record<string, object> }).xobjects[name] = ref;
      return name;
    },
    transparency() {
      if (!faint) {
        faint = doc.ref({ Type: 'ExtGState', ca: WATERMARK_OPACITY });
        faint.end(undefined);
      }
      doc.page.ext_gstates.Stamp = faint;
    },
  };
}

function embed(doc: PDFKit.PDFDocument, picture: Picture): PDFKit.PDFKitReference {
  const ref = doc.ref({
    Type: 'XObject',
    Subtype: 'Image',
    ...picture.entries,
    Length: picture.data.length,
  });
  ref.end(picture.data);
  return ref;
}
