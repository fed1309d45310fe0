/**
 * The files of a document as downloads: stored ones as they are, other papers made now, and PDFs
 * whose file is lost too.
 */
import { currentDesign, documentLogFields, type StoredDocument, type StoredFile } from '@rafaga/db';
import { cdrFileName, documentName, type PaperFormat } from '@rafaga/fiscal';
import {
  archiveOf,
  designOf,
  isArchive,
  PRINTER_PROFILE_NAMES,
  type PrintedDocument,
  type PrinterProfileName,
  printedDocument,
} from '@rafaga/pdf';
import { readable, UnreadableFile } from '@rafaga/storage';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { readableDetails } from './requestedReference.js';

export async function file(request: AuthenticatedRequest): Promise<PageResponse> {
  const { document } = await readableDetails(request);
  const wanted = request.param('archivo');
  if (wanted === 'xml' || wanted === 'cdr') return storedFile(request, document, wanted);
  const profile = PRINTER_PROFILE_NAMES.find((name) => name === wanted);
  if (profile) return ticketBytes(request, document, profile);
  const format = PAPER_FORMAT_OPTIONS.find(([name]) => name === wanted)?.[0];
  if (!format) throw notFound();
  const content = await pdf(request, document, format);
  return { kind: 'file', content, type: 'application/pdf', name: `${documentName(document)}.pdf` };
}

const NEVER_SIGNED = 'Se descartó sin firmarse: no tiene archivos.';
const MISSING = {
  xml: 'Aún no se ha firmado.',
  cdr: 'SUNAT aún no dio su constancia.',
} as const;

async function storedFile(
  { deps }: AuthenticatedRequest,
  document: StoredDocument,
  kind: 'xml' | 'cdr',
): Promise<PageResponse> {
  const stored = document.files.find((each) => each.kind === kind);
  if (!stored) throw missing(kind, document);
  const content = await deps.files.get(stored.objectKey, stored.sha256);
  return kind === 'xml'
    ? { kind: 'file', content, type: 'application/xml', name: `${documentName(document)}.xml` }
    : { kind: 'file', content, type: 'application/zip', name: cdrFileName(document) };
}

const missing = (kind: keyof typeof MISSING, { outcome }: StoredDocument): PageRefusal =>
  new PageRefusal(404, outcome?.state && !outcome.signature ? NEVER_SIGNED : MISSING[kind]);

async function pdf(
  request: AuthenticatedRequest,
  document: StoredDocument,
  format: PaperFormat,
): Promise<Buffer> {
  const stored = document.files.find(({ kind }) => kind === `pdf-${format}`);
  const { deps, user } = request;
  const { db, drawing, files, log } = deps;
  const kept = stored && (await readable(files, stored.objectKey, stored.sha256));
  if (kept) return kept;
  const paper = await printed(request, document);
  if (!isArchive(paper.design, format)) return drawing.pdf(user.id, paper, format);
  const read = ({ objectKey, sha256 }: StoredFile) => files.get(objectKey, sha256);
  const archive = await archiveOf(document, read).catch(async (error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error;
    const fields = await documentLogFields(db, document.id);
    log.warn('un PDF se dibujó sin los archivos que lleva dentro', { ...fields, error });
    return undefined;
  });
  return drawing.pdf(user.id, { ...paper, ...(archive && { archive }) }, format);
}

/** The bytes that a ticket printer takes as they are. */
async function ticketBytes(
  request: AuthenticatedRequest,
  document: StoredDocument,
  profile: PrinterProfileName,
): Promise<PageResponse> {
  const { deps, user } = request;
  const paper = await printed(request, document);
  return {
    kind: 'file',
    content: await deps.drawing.ticket(user.id, paper, profile),
    type: 'application/octet-stream',
    name: `${documentName(document)}.${profile}.bin`,
  };
}

async function printed(
  { deps }: AuthenticatedRequest,
  document: StoredDocument,
): Promise<PrintedDocument> {
  const { signature, state = null, evidence = null } = document.outcome ?? {};
  if (!signature) throw missing('xml', document);
  const design = designOf(await currentDesign(deps.db, document.businessId));
  return printedDocument({ ...document, state, evidence, signature }, design);
}
