/**
 * Writes what makes a file a PDF/A-3 besides its metadata: the colour profile of the screen, and
 * the attached files with their relationship to the pages.
 */
import { deflateSync } from 'node:zlib';
import type { Archive, AttachedFile } from '../archive/archive.js';
import { deflatedSrgb } from '../archive/srgb.js';
import type { PdfFile, Ref } from '../file/pdfFile.js';
import { date, dictionary, text } from '../file/values.js';

/** The pages were made from the XML ('Source'); the CDR supplements it. */
const XML = { type: '/application#2Fxml', relationship: '/Source', about: 'XML firmado' };
const CDR = {
  type: '/application#2Fzip',
  relationship: '/Supplement',
  about: 'Constancia de recepción de SUNAT (CDR)',
};

/** Writes the profile and the files; returns their entries of the catalogue. */
export function writeArchive(
  file: PdfFile,
  { xml, cdr }: Archive,
): Record<'OutputIntents' | 'AF' | 'Names', string> {
  const attached = [
    { name: xml.name, ref: attach(file, xml, XML) },
    ...(cdr ? [{ name: cdr.name, ref: attach(file, cdr, CDR) }] : []),
  ];
  // a tree of names is sorted
  const names = attached
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, ref }) => `${text(name)} ${ref}`);
  return {
    OutputIntents: `[${outputIntent(file)}]`,
    AF: `[${attached.map(({ ref }) => ref).join(' ')}]`,
    Names: `<< /EmbeddedFiles << /Names [${names.join(' ')}] >> >>`,
  };
}

function attach(
  file: PdfFile,
  { name, content, storedAt }: AttachedFile,
  { type, relationship, about }: typeof XML,
): Ref {
  const entries = {
    Type: '/EmbeddedFile',
    Subtype: type,
    Filter: '/FlateDecode',
    Params: dictionary({ Size: content.length, ModDate: date(storedAt) }),
  };
  const stream = file.addStream(entries, deflateSync(content));
  const specification = {
    Type: '/Filespec',
    F: text(name),
    UF: text(name),
    Desc: text(about),
    AFRelationship: relationship,
    EF: dictionary({ F: stream, UF: stream }),
  };
  return file.add(dictionary(specification));
}

function outputIntent(file: PdfFile): Ref {
  const intent = {
    Type: '/OutputIntent',
    S: '/GTS_PDFA1',
    OutputConditionIdentifier: '(sRGB IEC61966-2.1)',
    Info: '(sRGB IEC61966-2.1)',
    DestOutputProfile: file.addStream({ N: 3, Filter: '/FlateDecode' }, deflatedSrgb()),
  };
  return file.add(dictionary(intent));
}
