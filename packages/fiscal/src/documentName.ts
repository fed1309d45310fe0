/** Names the files of a document as SUNAT does. */
import { DOCUMENT_TYPE } from './catalogues/documents.js';
import type { Kind } from './sale.js';

export interface NamedDocument {
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
}

/** '20123456786-03-B001-1': the name of the XML and of its zip, without extension. */
export function documentName({ ruc, kind, series, number }: NamedDocument): string {
  return `${ruc}-${DOCUMENT_TYPE[kind]}-${series}-${number}`;
}

/** The name of the zip with its CDR. */
export const cdrFileName = (document: NamedDocument): string => `R-${documentName(document)}.zip`;
