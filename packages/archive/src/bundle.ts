/**
 * Writes a bundle: a ZIP with a folder for each document, a manifest, the hashes of all entries,
 * and the signature of the hashes. It can be verified with unzip, sha256sum and openssl alone.
 */
import { hash } from 'node:crypto';
import type { BundleEntry, DocumentToArchive, StoredDesign } from '@rafaga/db';
import { documentName } from '@rafaga/fiscal';
import { type ArchiveSigner, archiveKeyPem } from '@rafaga/secrets';
import { ABOUT } from './about.js';
import { createZip, type Place, type ZipWriter } from './zip.js';

/** A file of a document, read from the store. */
export interface BundledFile {
  kind: string;
  name: string;
  content: Buffer;
}

/** A document with the files for its folder. */
export interface BundledDocument {
  row: DocumentToArchive;
  record: string;
  files: BundledFile[];
}

export interface BundleWriter {
  add(document: BundledDocument): Promise<void>;
  documents(): number;
  /** The size so far. */
  bytes(): number;
  finish(): Promise<{ zip: Buffer; entries: BundleEntry[] }>;
}

export const HASHES = 'SHA256SUMS';
export const SIGNATURE = 'SHA256SUMS.sig';
const MANIFEST = 'manifiesto.jsonl';
export const PUBLIC_KEY = 'clave-publica.pem';

interface Writing {
  zip: ZipWriter;
  hashes: string[];
  manifest: string[];
  entries: BundleEntry[];
  /** The time of the last document, which entries about all documents get. */
  last: Date;
}

/** @param about the first line of the manifest */
export function createBundle(
  about: { ruc: string; mes: string; paquete: number },
  design: StoredDesign,
  signer: ArchiveSigner,
): BundleWriter {
  const writing: Writing = {
    zip: createZip(),
    hashes: [],
    manifest: [],
    entries: [],
    last: new Date(0),
  };
  return {
    documents: () => writing.entries.length,
    bytes: writing.zip.bytes,
    add: (document) => addDocument(writing, document),
    async finish() {
      const { zip, entries, last: at } = writing;
      await put(writing, 'diseno.json', Buffer.from(designJson(design)), at);
      const first = { formato: 'rafaga-archivo-1', ...about, documentos: entries.length };
      const manifest = [JSON.stringify(first), ...writing.manifest, ''].join('\n');
      await put(writing, MANIFEST, Buffer.from(manifest), at);
      await put(writing, 'LEEME.txt', Buffer.from(ABOUT), at);
      const hashes = Buffer.from([...writing.hashes, ''].join('\n'));
      await zip.add(HASHES, hashes, at);
      await zip.add(SIGNATURE, signer.sign(hashes), at, false);
      await zip.add(PUBLIC_KEY, Buffer.from(archiveKeyPem(signer.publicKey)), at);
      return { zip: zip.finish(), entries };
    },
  };
}

/** Adds an entry and its hash. */
async function put(
  { zip, hashes }: Writing,
  name: string,
  content: Buffer,
  at: Date,
  compress = true,
): Promise<Place> {
  hashes.push(`${hash('sha256', content)}  ${name}`);
  return zip.add(name, content, at, compress);
}

/** The JSON of a design, with its logo (PNG or JPEG) in Base64. */
const designJson = ({ logo, ...rest }: StoredDesign): string =>
  JSON.stringify({ ...rest, logo: logo?.toString('base64') ?? null }, null, 1);

async function addDocument(
  writing: Writing,
  { row, record, files }: BundledDocument,
): Promise<void> {
  const { document } = row;
  const { id, kind, series, number } = document;
  const folder = `${documentName(document)}-${id}`;
  const at = new Date(document.createdAt);
  const places: Record<string, string> = {};
  for (const { kind: file, name, content } of files) {
    const { offset, length } = await put(
      writing,
      `${folder}/${name}`,
      content,
      at,
      name.endsWith('.xml'),
    );
    places[file] = `${offset}+${length}/${name}`;
  }
  await put(writing, `${folder}/registro.json`, Buffer.from(record), at);
  await put(writing, `${folder}/respuesta-201.json`, Buffer.from(row.answer), at);
  const facts = Buffer.from(JSON.stringify({ ...row, places }));
  const place = await put(writing, `${folder}/documento.json`, facts, at);
  const { version } = row;
  writing.entries.push({ documentId: id, ...place, kind, series, number, version });
  writing.manifest.push(JSON.stringify(manifestLine(row, folder, files)));
  writing.last = at;
}

/** The line of a document in the manifest: what third parties look for, under the API's names. */
const manifestLine = (
  { document, requestHash }: DocumentToArchive,
  carpeta: string,
  files: readonly BundledFile[],
) => ({
  carpeta,
  id: document.id,
  tipo: document.kind,
  serie: document.series,
  correlativo: document.number,
  entorno: document.environment,
  referencia: document.reference.key,
  solicitud_sha256: requestHash,
  fecha_de_emision: document.issueDate,
  moneda: document.currency,
  total: document.total,
  cliente: document.client.document,
  estado: document.outcome?.state ?? null,
  archivos: files.map(({ name }) => name),
});
