/**
 * SUNAT catalogue 53: discounts, charges and other deductions. Source: Validaciones CPE, sheet
 * Catálogos; effects: rules 3271, 3277–3280, 3291, 3300, 3301.
 */

export interface AllowanceRow {
  readonly level: 'line' | 'document';
  readonly charge: boolean;
  /**
   * base: changes the base of the IGV/IVAP, amounts without tax; price: changes only the payable
   * amount, amounts with tax; advance: charged by an earlier document; aside: changes no total.
   */
  readonly effect: 'base' | 'price' | 'advance' | 'aside';
  /** False for a code of the catalogue that is not valid in a factura or boleta at this level. */
  readonly offered: boolean;
  readonly label: string;
}

type Row = (
  level: AllowanceRow['level'],
  effect: AllowanceRow['effect'],
  label: string,
) => AllowanceRow;

const discount: Row = (level, effect, label) => ({
  level,
  charge: false,
  effect,
  offered: true,
  label,
});
const charge: Row = (...columns) => ({ ...discount(...columns), charge: true });
const notOffered = (row: AllowanceRow): AllowanceRow => ({ ...row, offered: false });

export const ALLOWANCE: Readonly<Record<string, AllowanceRow>> = {
  '00': discount('line', 'base', 'Descuentos que afectan la base imponible del IGV/IVAP'),
  '01': discount('line', 'price', 'Descuentos que no afectan la base imponible del IGV/IVAP'),
  '02': discount(
    'document',
    'base',
    'Descuentos globales que afectan la base imponible del IGV/IVAP',
  ),
  '03': discount(
    'document',
    'price',
    'Descuentos globales que no afectan la base imponible del IGV/IVAP',
  ),
  '04': discount(
    'document',
    'advance',
    'Descuentos globales por anticipos gravados que afectan la base imponible del IGV/IVAP',
  ),
  '05': discount('document', 'advance', 'Descuentos globales por anticipos exonerados'),
  '06': discount('document', 'advance', 'Descuentos globales por anticipos inafectos'),
  // rule 4268: a line shows only 00, 01, 47 and 48
  '07': notOffered(
    discount('line', 'aside', 'Factor de compensación - Decreto de urgencia N. 010-2004'),
  ),
  '20': discount('document', 'advance', 'Anticipo de ISC'),
  '45': charge('document', 'price', 'FISE'),
  '46': charge('document', 'price', 'Recargo al consumo y/o propinas'),
  '47': charge('line', 'base', 'Cargos que afectan la base imponible del IGV/IVAP'),
  '48': charge('line', 'price', 'Cargos que no afectan la base imponible del IGV/IVAP'),
  '49': charge('document', 'base', 'Cargos globales que afectan la base imponible del IGV/IVAP'),
  '50': charge(
    'document',
    'price',
    'Cargos globales que no afectan la base imponible del IGV/IVAP',
  ),
  // 51 to 53 come as the sale's perception, never among its allowances
  '51': notOffered(charge('document', 'aside', 'Percepción venta interna')),
  '52': notOffered(charge('document', 'aside', 'Percepción a la adquisición de combustible')),
  '53': notOffered(
    charge('document', 'aside', 'Percepción realizada al agente de percepción con tasa especial'),
  ),
  '54': notOffered(
    charge('line', 'aside', 'Factor de aportación - Decreto de urgencia N. 010-2004'),
  ),
  '61': notOffered(discount('document', 'aside', 'Retención de renta por anticipos')),
  '62': discount('document', 'aside', 'Retención del IGV'),
  '63': discount('document', 'price', 'Retención de renta de segunda categoría'),
};

/** Undefined for an unknown code. */
export function allowanceRow(code: string): AllowanceRow | undefined {
  return Object.hasOwn(ALLOWANCE, code) ? ALLOWANCE[code] : undefined;
}
