/**
 * SUNAT catalogue 52, which for XML of UBL 2.1 took the place of catalogue 15. Source: Validaciones
 * CPE, sheet Catálogos.
 */
import type { TaxCode } from '../priced.js';

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

interface LegendOfTaxRow {
  /** Of which the document must have a total. */
  readonly tax: TaxCode;
  readonly operations: string;
  /** SUNAT's codes for a document without it. */
  readonly factura: string;
  readonly boleta: string;
}

const exonerated = (factura: string, boleta: string): LegendOfTaxRow => ({
  tax: '9997',
  operations: 'exoneradas',
  factura,
  boleta,
});

/** Legends about operations that the document must have. */
export const LEGEND_OF_TAX: Readonly<Record<string, LegendOfTaxRow>> = {
  '1002': { tax: '9996', operations: 'gratuitas', factura: '2416', boleta: '2416' },
  '2001': exonerated('3283', '4022'),
  '2002': exonerated('3284', '4023'),
  '2003': exonerated('3285', '4024'),
  '2008': exonerated('3289', '4244'),
};
