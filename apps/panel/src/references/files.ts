/** The files of a document: as they are kept; a paper that is not kept is drawn now. */

import { currentDesign, openDocument, type StoredDocument } from '@rafaga/db';
import type { PaperFormat } from '@rafaga/fiscal';
import { DOCUMENT_TYPE, price } from '@rafaga/fiscal';
import { designOf, drawPdf } from '@rafaga/pdf';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { requestedReference } from './reference.js';

export async function file(request: AuthenticatedRequest): Promise<PageResponse> {
  const { documentId } = await requestedReference(request);
  const document = await openDocument(request.deps.db, documentId);
  if (!document) throw notFound();
  const wanted = request.param('archivo');
  const base = `${document.ruc}-${DOCUMENT_TYPE[document.kind]}-${document.series}-${document.number}`;
  if (wanted === 'xml' || wanted === 'cdr') {
    const kept = document.files.find(({ kind }) => kind === wanted);
    if (!kept)
      throw new PageRefusal(
        404,
        wanted === 'xml' ? 'Aún no se ha firmado.' : 'SUNAT aún no dio su constancia.',
      );
    const content = await request.deps.files.get(kept.objectKey, kept.sha256);
    return wanted === 'xml'
      ? { kind: 'file', content, type: 'application/xml', name: `${base}.xml` }
      : { kind: 'file', content, type: 'application/zip', name: `R-${base}.zip` };
  }
  const format = PAPER_FORMAT_OPTIONS.find(([name]) => name === wanted)?.[0];
  if (!format) throw notFound();
  return {
    kind: 'file',
    content: await paper(request, document, format),
    type: 'application/pdf',
    name: `${base}.pdf`,
  };
}

async function paper(
  request: AuthenticatedRequest,
  document: StoredDocument,
  format: PaperFormat,
): Promise<Buffer> {
  const kept = document.files.find(({ kind }) => kind === `pdf-${format}`);
  if (kept) return request.deps.files.get(kept.objectKey, kept.sha256);
  const { sale, number, createdAt, environment, outcome } = document;
  if (!outcome?.signature) throw new PageRefusal(404, 'Aún no se ha firmado.');
  const { issuer, digest, qr } = outcome.signature;
  const design = designOf(await currentDesign(request.deps.db, document.businessId));
  const state = outcome.state ?? 'pending';
  return drawPdf(
    { priced: price(sale), issuer, number, createdAt, digest, qr, state, environment, design },
    format,
  );
}
