/**
 * SUNAT catalogue 52, which for XML of UBL 2.1 took the place of catalogue 15. Source: Validaciones
 * CPE, sheet Catálogos.
 */

/** The printed text of each code; that of 1000 is the amount in words. */
export const LEGEND = {
  '1000': 'Monto en Letras',
  '1002': 'TRANSFERENCIA GRATUITA DE UN BIEN Y/O SERVICIO PRESTADO GRATUITAMENTE',
  '2000': 'COMPROBANTE DE PERCEPCIÓN',
  '2001': 'BIENES TRANSFERIDOS EN LA AMAZONÍA REGIÓN SELVA PARA SER CONSUMIDOS EN LA MISMA',
  '2002': 'SERVICIOS PRESTADOS EN LA AMAZONÍA REGIÓN SELVA PARA SER CONSUMIDOS EN LA MISMA',
  '2003': 'CONTRATOS DE CONSTRUCCIÓN EJECUTADOS EN LA AMAZONÍA REGIÓN SELVA',
  '2004': 'Agencia de Viaje - Paquete turístico',
  '2005': 'Venta realizada por emisor itinerante',
  '2006': 'Operación sujeta a detracción',
  '2007': 'Operación sujeta al IVAP',
  '2008': 'VENTA EXONERADA DEL IGV-ISC-IPM. PROHIBIDA LA VENTA FUERA DE LA ZONA COMERCIAL DE TACNA',
  '2009': 'PRIMERA VENTA DE MERCANCÍA IDENTIFICABLE ENTRE USUARIOS DE LA ZONA COMERCIAL',
  '2010': 'Restitución Simplificado de Derechos Arancelarios',
  '2011': 'EXPORTACION DE SERVICIOS - DECRETO LEGISLATIVO Nº 919',
  '2012': 'Observaciones relacionadas con el traslado de mercaderías',
} as const satisfies Record<string, string>;

/**
 * Legends of exonerated sales: the document must have an exonerated total (rules 3283–3285, 3289;
 * in a boleta 4022–4024, 4244).
 */
export const EXONERATED_LEGEND: Readonly<Record<string, { factura: string; boleta: string }>> = {
  '2001': { factura: '3283', boleta: '4022' },
  '2002': { factura: '3284', boleta: '4023' },
  '2003': { factura: '3285', boleta: '4024' },
  '2008': { factura: '3289', boleta: '4244' },
};
