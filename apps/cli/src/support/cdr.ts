/** Attaches a CDR to a document that has none. */
import { SIGNATURE } from '@rafaga/operations';
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
