/** Writes the pages of a document, their shared resources, and the description of the document. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Archive } from '../archive/archive.js';
import { DEFLATE, type PdfFile, type Ref } from '../file/pdfFile.js';
import { date, dictionary, text } from '../file/values.js';
import { writeArchive } from './attachments.js';
import { metadata, type PdfInfo } from './metadata.js';
import { number } from './operators.js';
import type { Structure } from './structure.js';

export interface Pages {
  begin(width: number, height: number): void;
  /** Ends the page that was begun, if any, with its operators. */
  end(operators: Buffer): void;
  /** @param shared the resources of every page */
  finish(shared: Record<string, string | undefined>, structure: Structure): Buffer;
}

const NAME = 'Ráfaga';
const COLOR_OF_TRANSPARENCY = '<< /S /Transparency /CS /DeviceRGB >>';

/**
 * @param info metadata with a given date, so that the same document gives the same bytes
 * @param archive makes the file a PDF/A-3
 */
export function createPages(file: PdfFile, info: PdfInfo, archive?: Archive): Pages {
  const [tree, resources] = [file.reserve(), file.reserve()];
  const pages: Ref[] = [];
  let open: { width: number; height: number } | undefined;
  return {
    begin(width, height) {
      open = { width, height };
    },
    end(operators) {
      if (!open) return;
      const [width, height] = [number(open.width), number(open.height)];
      const page = dictionary({
        Type: '/Page',
        Parent: tree,
        MediaBox: [0, 0, width, height],
        Resources: resources,
        StructParents: pages.length,
        Group: archive && COLOR_OF_TRANSPARENCY,
        Contents: file.addStream({ Filter: '/FlateDecode' }, deflateSync(operators, DEFLATE)),
      });
      pages.push(file.add(page));
    },
    finish(shared, structure) {
      file.write(resources, dictionary(shared));
      file.write(tree, dictionary({ Type: '/Pages', Kids: pages, Count: pages.length }));
      const about = description(info);
      const id = createHash('sha256').update(about);
      for (const { content } of Object.values(archive ?? {})) id.update(content);
      const structureTree = structure.finish(file, pages);
      const xmp = metadata(info, NAME, archive !== undefined);
      const described = file.addStream({ Type: '/Metadata', Subtype: '/XML' }, xmp);
      const attached = archive && writeArchive(file, archive);
      const root = dictionary({
        Type: '/Catalog',
        Pages: tree,
        StructTreeRoot: structureTree,
        Metadata: described,
        OutputIntents: attached?.OutputIntents,
        AF: attached?.AF,
        Names: attached?.Names,
        MarkInfo: '<< /Marked true >>',
        Lang: '(es-PE)',
        ViewerPreferences: '<< /DisplayDocTitle true >>',
      });
      return file.finish(file.add(root), file.add(about), id.digest('hex').slice(0, 32));
    },
  };
}

const description = ({ title, author, subject, createdAt }: PdfInfo): string =>
  dictionary({
    Title: text(title),
    Author: text(author),
    Subject: text(subject),
    Producer: text(NAME),
    Creator: text(NAME),
    CreationDate: date(createdAt),
    ModDate: date(createdAt),
  });
