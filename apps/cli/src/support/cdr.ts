/** Support brings the CDR of a document that has none. */
import { readFile } from 'node:fs/promises';
import { SIGNATURE } from '@rafaga/operations';
import { readDocument } from '../house/documentCard.js';
import { inHouse } from '../house/house.js';
import { Failure } from '../terminal/failure.js';
import type { Common, Shown } from '../terminal/show.js';

export interface CdrFlags extends Common {
  motivo?: string;
}

export function attach({ motivo }: CdrFlags, documentId: number, path: string): Promise<Shown> {
  return inHouse(async (house) => {
    const [
      { attachCdr, CdrFileProblem },
      { objectKey, openStore },
      { FILES, filesPlace, readConfig },
    ] = await Promise.all([
      import('@rafaga/operations/cdr'),
      import('@rafaga/storage'),
      import('@rafaga/runtime'),
    ]);
    const { document } = await readDocument(house, documentId);
    const zip = await readFile(path).catch((error: Error) => {
      throw new Failure(`No se puede leer ${path}: ${error.message}`);
    });
    const store = openStore(filesPlace(readConfig(house.env, FILES)));
    const put = (name: string, content: Buffer) =>
      store.put(objectKey({ ruc: document.ruc, id: documentId }, name), content);
    try {
      const signature = await attachCdr(house.db, { by: house.by(motivo), document, zip, put });
      return {
        json: { id: documentId, firma_cdr: SIGNATURE[signature.state].word },
        text: `Constancia adjuntada. Firma: ${SIGNATURE[signature.state].text}.`,
      };
    } catch (error) {
      throw error instanceof CdrFileProblem ? new Failure(error.message) : error;
    }
  });
}
