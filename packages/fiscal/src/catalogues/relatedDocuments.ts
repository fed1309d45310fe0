/**
 * SUNAT catalogue 12: documents that a sale refers to. Source: Validaciones CPE of 2026-02-12,
 * sheet Catálogos.
 */
export const RELATED_DOCUMENT: Readonly<Record<string, string>> = {
  '01': 'Factura – emitida para corregir error en el RUC',
  '02': 'Factura – emitida por anticipos',
  '03': 'Boleta de Venta – emitida por anticipos',
  '04': 'Ticket de Salida - ENAPU',
  '05': 'Código SCOP',
  '06': 'Factura electrónica remitente',
  '07': 'Guia de remisión remitente',
  '08': 'Declaración de salida del depósito franco',
  '09': 'Declaración simplificada de importación',
  '10': 'Liquidación de compra - emitida por anticipos',
  '99': 'Otros',
};

/**
 * The kinds that an advance of a factura or boleta may be (rule 2505), with the format of its
 * number (rule 2521).
 */
export const ADVANCE_NUMBER: Readonly<Record<string, RegExp>> = {
  '02': /^(?:F[A-Z0-9]{3}|E001|\d{1,4})-\d{1,8}$/,
  '03': /^(?:B[A-Z0-9]{3}|EB01|\d{1,4})-\d{1,8}$/,
};
