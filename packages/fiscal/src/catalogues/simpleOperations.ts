/**
 * SUNAT catalogue 17: kinds of operation of UBL 2.0, which catalogue 51 replaced in UBL 2.1.
 * Source: Validaciones CPE of 2026-02-12, sheet Catálogos.
 */
export const SIMPLE_OPERATION: Readonly<Record<string, string>> = {
  '01': 'Venta lnterna',
  '02': 'Exportación de bienes',
  '03': 'No Domiciliados',
  '04': 'Venta Interna – Anticipos',
  '05': 'Venta Itinerante',
  '06': 'Factura Guía',
  '07': 'Venta Arroz Pilado',
  '08': 'Factura - Comprobante de Percepción',
  '10': 'Factura - Guía remitente',
  '11': 'Factura - Guía transportista',
  '12': 'Boleta de venta – Comprobante de Percepción',
  '13': 'Gasto Deducible Persona Natural',
  '14': 'Exportación de servicios – prestación de servicios de hospedaje No Dom',
  '15': 'Exportación de servicios – Transporte de navieras',
  '16': 'Exportación de servicios – servicios a naves y aeronaves de bandera extranjera',
  '17': 'Exportación de servicios – RES',
  '18': 'Exportación de servicios - Servicios que conformen un Paquete Turístico',
  '19': 'Exportación de servicios – Servicios complementarios al transporte de carga',
  '20':
    'Exportación de servicios – Suministro de energía eléctrica a favor de sujetos ' +
    'domiciliados en ZED',
  '21': 'Exportación de servicios – Prestación servicios realizados parcialmente en el extranjero',
};
