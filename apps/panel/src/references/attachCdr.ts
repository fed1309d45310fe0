/**
 * An operator brings the CDR of a document that has none: believed as the one from the terminal is.
 */
import { listPendingCdrs } from '@rafaga/db';
import { attachCdr, CdrFileProblem } from '@rafaga/operations/cdr';
import { objectKey } from '@rafaga/storage';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { isCdrMissing } from './cdrNotes.js';
import { referenceDetails, showReference } from './reference.js';
import type { ReferenceDetails } from './referenceParts.js';

export async function attachCdrFile(request: AuthenticatedRequest): Promise<PageResponse> {
  const card = await referenceDetails(request);
  const { id } = card.document;
  if (!isCdrMissing(card.document, await listPendingCdrs(request.deps.db, id)))
    throw new PageRefusal(
      409,
      'No le falta su constancia: la tiene, está por llegar o no la habrá.',
    );
  const fault = await faultOf(request, card);
  return fault ? showReference(request, card, { faults: { constancia: fault } }) : broughtTo(id);
}

const broughtTo = (id: number): PageResponse =>
  redirectWithNotice(`/referencias/${id}`, 'constancia');

async function faultOf(
  request: AuthenticatedRequest,
  { document }: ReferenceDetails,
): Promise<string | undefined> {
  const { db, files } = request.deps;
  const zip = await request.form.file('constancia');
  if (!zip) return 'Elige el archivo de la constancia, R-….zip.';
  const put = (name: string, content: Buffer) => files.put(objectKey(document, name), content);
  try {
    await attachCdr(db, { by: request.by(request.form.text('nota')), document, zip, put });
    return undefined;
  } catch (error) {
    if (error instanceof CdrFileProblem) return error.message;
    throw error;
  }
}
