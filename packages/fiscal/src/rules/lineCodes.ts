/** Checks the unit and the product codes of a line. */
import { productCodeFault, refusesProductCodes } from '../catalogues/productCodes.js';
import { isUnit } from '../catalogues/units.js';
import { intendedUnit, mistakenUnit } from '../intendedUnit.js';
import type { DateText } from '../sale.js';
import type { LineCheck } from './lineCheck.js';
import type { Path, Report } from './rule.js';

const BREAK = /[^\S ]/;

export function checkLineCodes({ priced: { line }, sale, at, report }: LineCheck): void {
  checkUnit(line.unit, at('unit'), report);
  if (line.code !== undefined && BREAK.test(line.code)) {
    report.warn(
      at('code'),
      'El código del producto no debe tener saltos de línea ni tabulaciones.',
      '4269',
    );
  }
  if (line.sunatCode === undefined) return;
  checkProductCode(line.sunatCode, at('sunatCode'), sale.issueDate, report);
  if (line.sunatCode === '84121901' && sale.kind === 'factura') {
    report.fault(
      at('sunatCode'),
      'El código 84121901 exige los datos del crédito hipotecario, que esta interfaz no recibe.',
      '3150',
    );
  }
}

/** Only a code that no list can contain is refused: the catalogue itself is not held here. */
function checkProductCode(code: string, at: Path, day: DateText, report: Report): void {
  const fault = productCodeFault(code);
  if (fault === undefined) return;
  if (fault === 'shape' && refusesProductCodes(day)) report.fault(at, NO_PRODUCT.shape, '3496');
  else report.warn(at, NO_PRODUCT[fault], '3496');
}

const NO_PRODUCT = {
  shape: 'El código de producto SUNAT no está en el catálogo 25 (UNSPSC).',
  segment:
    'El código de producto SUNAT no es de un segmento del catálogo 25 (UNSPSC): comprueba sus ' +
    'dos primeros dígitos.',
} as const;

function checkUnit(unit: string, at: Path, report: Report): void {
  if (!isUnit(unit)) {
    const meant = intendedUnit(unit);
    const cure = meant === undefined ? '' : ` Para ${meant.name} envía ${meant.code}.`;
    report.fault(
      at,
      `La unidad de medida ${unit} no está en el catálogo 03 de SUNAT.${cure}`,
      '2936',
    );
    return;
  }
  const mistaken = mistakenUnit(unit);
  if (mistaken === undefined) return;
  report.warn(
    at,
    `La unidad ${unit} es la de ${mistaken.is} en el catálogo 03 de SUNAT: para ` +
      `${mistaken.meant.name} envía ${mistaken.meant.code}.`,
    'unidad_dudosa',
  );
}
