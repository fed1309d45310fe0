/**
 * SUNAT catalogue 08: how the ISC is computed. Source: Validaciones CPE of 2026-02-12, sheet
 * Catálogos.
 */
export const ISC_SYSTEM: Readonly<Record<string, string>> = {
  '01': 'Sistema al valor (Apéndice IV, lit. A – T.U.O IGV e ISC)',
  '02':
    'Aplicación del Monto Fijo ( Sistema específico, bienes en el apéndice III, Apéndice IV, ' +
    'lit. B – T.U.O IGV e ISC)',
  '03': 'Sistema de Precios de Venta al Público (Apéndice IV, lit. C – T.U.O IGV e ISC)',
};
