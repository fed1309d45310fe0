/** Names a document and its record: the `Location` of a 201, the `comprobante` of a 409. */
import type { Kind } from '@rafaga/fiscal';

export const PATHS = { boleta: 'boletas', factura: 'facturas' } as const satisfies Record<
  Kind,
  string
>;

export interface DocumentLink {
  id: number;
  tipo: Kind;
  numero_completo: string;
  /** The path of its record. */
  enlace: string;
}

export const recordPath = (kind: Kind, id: number | string): string => `/v1/${PATHS[kind]}/${id}`;

/** The document of a stored 201. */
export function documentLink(storedAnswer: string): DocumentLink {
  const { id, tipo, numero_completo } = (JSON.parse(storedAnswer) as { datos: DocumentLink }).datos;
  return { id, tipo, numero_completo, enlace: recordPath(tipo, id) };
}
