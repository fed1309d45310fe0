/** What a document is called: its code in catalogue 01, its number, its file. */
import type { Kind } from '@rafaga/fiscal';

/** Catalogue 01. */
export const TYPE_CODE: Record<Kind, string> = { factura: '01', boleta: '03' };

export interface DocumentId {
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
}

/** '20123456786-03-B001-1': the name of the XML and of its zip, without extension. */
export function documentName({ ruc, kind, series, number }: DocumentId): string {
  return `${ruc}-${TYPE_CODE[kind]}-${series}-${number}`;
}
