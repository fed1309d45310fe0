/** The files of a document: as they are kept; a paper that is not kept is drawn now. */
import { currentDesign, openDocument, type StoredDocument } from '@rafaga/db';
import { DOCUMENT_TYPE, price } from '@rafaga/fiscal';
import { designOf, drawPdf, type Format } from '@rafaga/pdf';
import { type Answer, notFound, Refused, type Signed } from '../edge/visit.js';
import { PAPERS } from '../html/papers.js';
import { foundBy } from './reference.js';

export async function file(visit: Signed): Promise<Answer> {
  const { documentId } = await foundBy(visit);
  const document = await openDocument(visit.deps.db, documentId);
  if (!document) throw notFound();
  const wanted = visit.param('archivo');
  const base = `${document.ruc}-${DOCUMENT_TYPE[document.kind]}-${document.series}-${document.number}`;
  if (wanted === 'xml' || wanted === 'cdr') {
    const kept = document.files.find(({ kind }) => kind === wanted);
    if (!kept)
      throw new Refused(
        404,
        wanted === 'xml' ? 'Aún no se ha firmado.' : 'SUNAT aún no dio su constancia.',
      );
    const content = await visit.deps.files.get(kept.objectKey, kept.sha256);
    return wanted === 'xml'
      ? { is: 'file', content, type: 'application/xml', name: `${base}.xml` }
      : { is: 'file', content, type: 'application/zip', name: `R-${base}.zip` };
  }
  const format = PAPERS.find(([name]) => name === wanted)?.[0];
  if (!format) throw notFound();
  return {
    is: 'file',
    content: await paper(visit, document, format),
    type: 'application/pdf',
    name: `${base}.pdf`,
  };
}

async function paper(visit: Signed, document: StoredDocument, format: Format): Promise<Buffer> {
  const kept = document.files.find(({ kind }) => kind === `pdf-${format}`);
  if (kept) return visit.deps.files.get(kept.objectKey, kept.sha256);
  const { sale, number, createdAt, environment, outcome } = document;
  if (!outcome?.signature) throw new Refused(404, 'Aún no se ha firmado.');
  const { issuer, digest, qr } = outcome.signature;
  const design = designOf(await currentDesign(visit.deps.db, document.businessId));
  const state = outcome.state ?? 'pending';
  return drawPdf(
    { priced: price(sale), issuer, number, createdAt, digest, qr, state, environment, design },
    format,
  );
}
