/** SUNAT catalogue 01: kinds of document. Source: Validaciones CPE, sheet Catálogos. */
import type { Kind } from '../sale.js';

/** The code of what this service issues. */
export const DOCUMENT_TYPE = { factura: '01', boleta: '03' } as const satisfies Record<Kind, string>;

/** The dispatch guides that a document may refer to (rule 4005). */
export const GUIDE_TYPE: Readonly<Record<string, string>> = {
  '09': 'Guía de remisión remitente',
  '31': 'Guía de remisión transportista',
};
