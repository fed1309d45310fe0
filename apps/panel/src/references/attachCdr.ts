/** Attaches a CDR that a user uploads to a document without one, checked as in the CLI. */
import { listPendingCdrs } from '@rafaga/db';
import { attachCdr, CdrFileProblem } from '@rafaga/operations/cdr';
import { objectKey } from '@rafaga/storage';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import type { Faults } from '../html/components.js';
import { hasFaults } from '../html/formPage.js';
import { noteFault } from '../html/reason.js';
import { isCdrMissing } from './cdrNotes.js';
import { showReference } from './reference.js';
import { type ReferenceDetails, requestedDetails } from './requestedReference.js';

export async function attachCdrFile(request: AuthenticatedRequest): Promise<PageResponse> {
  const details = await requestedDetails(request);
  const { document } = details;
  if (!isCdrMissing(document, await listPendingCdrs(request.deps.db, document.id)))
    throw new PageRefusal(
      409,
      'No le falta su constancia: la tiene, está por llegar o no la habrá.',
    );
  const faults = await attach(request, details);
  return hasFaults(faults)
    ? // read again: another person may have attached one meanwhile
      showReference(request, await requestedDetails(request), { faults })
    : redirectWithNotice(`/referencias/${document.id}`, 'constancia');
}

/** @returns what is wrong with the form; nothing when the file was attached */
async function attach(
  { deps: { db, files }, form, by }: AuthenticatedRequest,
  { document }: ReferenceDetails,
): Promise<Faults> {
  const [zip, note] = [await form.file('constancia'), form.text('nota')];
  if (!zip) return { constancia: 'Elige el archivo de la constancia, R-….zip.' };
  const unkept = noteFault(note);
  if (unkept) return { nota: unkept };
  const put = (name: string, content: Buffer) => files.put(objectKey(document, name), content);
  try {
    await attachCdr(db, { by: by(note), document, zip, put });
    return {};
  } catch (error) {
    if (error instanceof CdrFileProblem) return { constancia: error.message };
    throw error;
  }
}
