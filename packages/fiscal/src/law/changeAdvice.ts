/** What a business does before a day whose rules change its sales: Spanish, for its users. */
import { allInForce } from '../catalogues/dated.js';
import { GENERAL_RATES, SMALL_COMPANY_RATES } from '../catalogues/rates.js';
import type { DateText } from '../sale.js';
import type { ChangeRow } from './changeCounter.js';

type Change = Pick<ChangeRow, 'effect' | 'code' | 'field' | 'series' | 'productCode' | 'product'>;

export function changeAdvice(change: Change, day: DateText): string {
  const { effect, code, field } = change;
  const where = whereOf(change);
  if (effect === 'refused' && field === 'lines.igvPercent')
    return (
      `Prepara en tu sistema de ventas la tasa de IGV (porcentaje_igv) ${where}: ese día pasa a ` +
      `ser ${rateOf(day)}. Hasta el día anterior rige la de ahora.`
    );
  if (code === '3496')
    return (
      `Corrige el código de producto SUNAT (cod_producto_sunat) ${where}: ocho dígitos del ` +
      'catálogo 25. Puedes hacerlo ya.'
    );
  return `${GENERAL[effect]} ${where}.`;
}

const GENERAL: Readonly<Record<Change['effect'], string>> = {
  refused: 'Corrige en tu sistema de ventas lo que dice el motivo,',
  observed: 'SUNAT la aceptaría con una observación: para evitarla, corrige lo que dice el motivo,',
  dearer: 'Decide si cambias el precio',
};

function whereOf({ series, productCode, product }: Change): string {
  const name = productCode ?? product;
  return name === null ? `en la serie ${series}` : `de «${name}» en la serie ${series}`;
}

/** The special rate of that day, both when the sources conflict; the general one when it ended. */
function rateOf(day: DateText): string {
  const special = allInForce(SMALL_COMPANY_RATES, day);
  const percents = (special.length > 0 ? special : allInForce(GENERAL_RATES, day)).map(
    ({ percent }) => `${percent} %`,
  );
  const told = percents.join(' o ');
  return special.some(({ confidence }) => confidence === 'conflicting')
    ? `${told} (las fuentes no concuerdan: confírmala antes con tu contador)`
    : told;
}
