/**
 * SUNAT catalogue 16: what a unit price means. Source: Validaciones CPE of 2026-02-12, sheet
 * Catálogos.
 */
export const PRICE_TYPE: Readonly<Record<string, string>> = {
  '01': 'Precio unitario (incluye el IGV)',
  '02': 'Valor referencial unitario en operaciones no onerosas (Gratuitas)',
  '03': 'Tarifas reguladas',
};
