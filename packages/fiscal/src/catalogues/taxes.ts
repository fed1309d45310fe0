/**
 * SUNAT catalogue 05: the taxes, with the international code and name that the XML carries. Source:
 * Validaciones CPE, sheet Catálogos.
 */
import type { TaxCode } from '../priced.js';

export interface TaxRow {
  /** TaxScheme/Name */
  readonly name: string;
  /** TaxScheme/TaxTypeCode */
  readonly type: 'VAT' | 'EXC' | 'OTH' | 'FRE';
  readonly label: string;
}

export const TAX = {
  '1000': { name: 'IGV', type: 'VAT', label: 'IGV Impuesto General a las Ventas' },
  '1016': { name: 'IVAP', type: 'VAT', label: 'Impuesto a la Venta Arroz Pilado' },
  '2000': { name: 'ISC', type: 'EXC', label: 'ISC Impuesto Selectivo al Consumo' },
  '7152': { name: 'ICBPER', type: 'OTH', label: 'Impuesto a la bolsa plástica' },
  '9995': { name: 'EXP', type: 'FRE', label: 'Exportación' },
  '9996': { name: 'GRA', type: 'FRE', label: 'Gratuito' },
  '9997': { name: 'EXO', type: 'VAT', label: 'Exonerado' },
  '9998': { name: 'INA', type: 'FRE', label: 'Inafecto' },
  '9999': { name: 'OTROS', type: 'OTH', label: 'Otros tributos' },
} as const satisfies Record<TaxCode, TaxRow>;

/** Whether a tax is the IGV, or the IVAP, which rice pays in its place. */
export const isIgvOrIvap = (tax: TaxCode): boolean => tax === '1000' || tax === '1016';

/** In the order of the catalogue. */
export const TAX_CODES = Object.keys(TAX) as TaxCode[];
