/** Attaches a CDR to a document that has none, or puts the file of a lost one back. */
import type { StoredDocument } from '@rafaga/db';
import { SIGNATURE } from '@rafaga/operations';
import type { FileStore } from '@rafaga/storage';
import { readDocument } from '../cards/documentCard.js';
import { withContext } from '../context/commandContext.js';
import { fileStore } from '../context/fileStore.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { readNamed } from '../terminal/readNamed.js';
import { cannot } from '../terminal/systemProblem.js';

export interface CdrFlags extends CommonFlags {
  motivo?: string;
}

export function attach(
  { motivo }: CdrFlags,
  documentId: number,
  path: string,
): Promise<CommandResult> {
  return withContext(async (context) => {
    const [{ attachCdr, CdrFileProblem }, { objectKey }] = await Promise.all([
      import('@rafaga/operations/cdr'),
      import('@rafaga/storage'),
    ]);
    const { document } = await readDocument(context, documentId);
    const zip = await readNamed(path).catch(cannot('leer', path));
    const store = await fileStore(context);
    if (await putBack(store, document, zip))
      return { json: { id: documentId, repuesta: true }, text: PUT_BACK };
    const put = (name: string, content: Buffer) =>
      store.put(objectKey({ ruc: document.ruc, id: documentId }, name), content);
    try {
      const signature = await attachCdr(context.db, { by: context.by(motivo), document, zip, put });
      return {
        json: { id: documentId, firma_cdr: SIGNATURE[signature.state].word },
        text: `Constancia adjuntada. Firma: ${SIGNATURE[signature.state].text}.`,
      };
    } catch (error) {
      throw error instanceof CdrFileProblem ? new Failure(error.message) : error;
    }
  });
}

const PUT_BACK = 'Constancia repuesta: sus bytes son los que se registraron.';

/**
 * Stores the bytes of a lost CDR again: the file that is recorded stays, so nothing is audited.
 * @returns false when no CDR is recorded, or when the recorded one is not lost
 */
async function putBack(store: FileStore, { files }: StoredDocument, zip: Buffer): Promise<boolean> {
  const { hashAndSize, readable, restoreFile } = await import('@rafaga/storage');
  const recorded = files.find(({ kind }) => kind === 'cdr');
  if (!recorded || (await readable(store, recorded.objectKey, recorded.sha256))) return false;
  if (!hashAndSize(zip).sha256.equals(recorded.sha256))
    throw new Failure('La constancia registrada se perdió, y este archivo no tiene sus bytes.');
  await restoreFile(store, recorded, zip);
  return true;
}
