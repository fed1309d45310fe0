/** Names the files of a document. */
import { DOCUMENT_TYPE, type Kind } from '@rafaga/fiscal';

export interface DocumentId {
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
}

/** '20123456786-03-B001-1': the name of the XML and of its zip, without extension. */
export function documentName({ ruc, kind, series, number }: DocumentId): string {
  return `${ruc}-${DOCUMENT_TYPE[kind]}-${series}-${number}`;
}
