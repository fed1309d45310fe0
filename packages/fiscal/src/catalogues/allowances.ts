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

const row = (
  level: AllowanceRow['level'],
  charge: boolean,
  effect: AllowanceRow['effect'],
  label: string,
  offered = true,
): AllowanceRow => ({
  level,
  charge,
  effect,
  offered,
  label,
});

export const ALLOWANCE: Readonly<Record<string, AllowanceRow>> = {
  '00': row('line', false, 'base', 'Descuentos que afectan la base imponible del IGV/IVAP'),
  '01': row('line', false, 'price', 'Descuentos que no afectan la base imponible del IGV/IVAP'),
  '02': row(
    'document',
    false,
    'base',
    'Descuentos globales que afectan la base imponible del IGV/IVAP',
  ),
  '03': row(
    'document',
    false,
    'price',
    'Descuentos globales que no afectan la base imponible del IGV/IVAP',
  ),
  '04': row(
    'document',
    false,
    'advance',
    'Descuentos globales por anticipos gravados que afectan la base imponible del IGV/IVAP',
  ),
  '05': row('document', false, 'advance', 'Descuentos globales por anticipos exonerados'),
  '06': row('document', false, 'advance', 'Descuentos globales por anticipos inafectos'),
  // rule 4268: a line shows only 00, 01, 47 and 48
  '07': row(
    'line',
    false,
    'aside',
    'Factor de compensación - Decreto de urgencia N. 010-2004',
    false,
  ),
  '20': row('document', false, 'advance', 'Anticipo de ISC'),
  '45': row('document', true, 'price', 'FISE'),
  '46': row('document', true, 'price', 'Recargo al consumo y/o propinas'),
  '47': row('line', true, 'base', 'Cargos que afectan la base imponible del IGV/IVAP'),
  '48': row('line', true, 'price', 'Cargos que no afectan la base imponible del IGV/IVAP'),
  '49': row('document', true, 'base', 'Cargos globales que afectan la base imponible del IGV/IVAP'),
  '50': row(
    'document',
    true,
    'price',
    'Cargos globales que no afectan la base imponible del IGV/IVAP',
  ),
  // 51 to 53 come as the sale's perception, never among its allowances
  '51': row('document', true, 'aside', 'Percepción venta interna', false),
  '52': row('document', true, 'aside', 'Percepción a la adquisición de combustible', false),
  '53': row(
    'document',
    true,
    'aside',
    'Percepción realizada al agente de percepción con tasa especial',
    false,
  ),
  '54': row('line', true, 'aside', 'Factor de aportación - Decreto de urgencia N. 010-2004', false),
  '61': row('document', false, 'aside', 'Retención de renta por anticipos', false),
  '62': row('document', false, 'aside', 'Retención del IGV'),
  '63': row('document', false, 'price', 'Retención de renta de segunda categoría'),
};

/** Undefined for an unknown code. */
export function allowanceRow(code: string): AllowanceRow | undefined {
  return Object.hasOwn(ALLOWANCE, code) ? ALLOWANCE[code] : undefined;
}
