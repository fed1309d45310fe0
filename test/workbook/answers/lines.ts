/** Rows about a line: number, quantity, description, prices, product codes. */
import {
  type AnswerRow,
  absent,
  checked,
  computed,
  left,
  refused,
  removed,
  written,
} from './answer.js';

const LINE = '//cac:InvoiceLine';
const PRICES = `${LINE}/cac:PricingReference`;
const item = (change: object) => ({
  items: [
    { descripcion: 'Pan', unidad: 'NIU', cantidad: 1, precio_unitario: 1, tip_afe_igv: '10' },
  ].map((one) => ({ ...one, ...change })),
});
const GIFT = { condition: /^Si existe en la línea/ };
const PAID = { condition: /^Si no existe en la línea/ };

export const LINES: readonly AnswerRow[] = [
  computed('2023, 2752', 'engine/line.writeLine', '2752'),
  refused('2024', 'items.0.cantidad', item({ cantidad: 0 })),
  computed('2025, 2367, 2369', 'fiscal/money.scaledText', '2999'),
  checked('2370', 'lines.lineRules'),
  written('2883', 'line.writeLine', `${LINE}/cbc:InvoicedQuantity`, '@unitCode!=""'),
  checked('2936', 'lines.lineRules'),
  refused('2026', 'items.0.descripcion', item({ descripcion: ' ' })),
  refused('2027', 'items.0.descripcion', item({ descripcion: 'a'.repeat(501) })),
  checked('4269', 'lines.lineRules'),

  written('2028', 'line.writeLine', PRICES, 'cac:AlternativeConditionPrice/cbc:PriceAmount!=""'),
  written('2068', 'line.writeLine', LINE, 'cac:Price/cbc:PriceAmount!=""'),
  written('2409', 'line.writeLine', PRICES, 'count(cac:AlternativeConditionPrice)=1'),
  written('2410', 'line.writeLine', `${PRICES}//cbc:PriceTypeCode`, /^0[12]$/),
  computed('2640', 'fiscal/lines.priceLines', '2640'),
  computed('3224, 3234', 'fiscal/lines.priceLines', '3234'),
  computed('3270, 4287', 'fiscal/lines.priceLines', '3270'),
  computed('3271, 4288', 'fiscal/lines.priceLines', '3271', GIFT),
  checked('3271', 'lines.lineRules', PAID),
  checked('4288', 'lines.lineRules', PAID),

  checked('3181', 'operation.operationRules'),
  refused('3496', 'items.0.cod_producto_sunat', item({ cod_producto_sunat: '123' }), {
    condition: 'formato',
  }),
  left(
    '3496',
    'SUNAT keeps the list of 50 000 codes; codes that no list can have are announced (3496)',
    { condition: 'listado' },
  ),
  removed('4332, 4337', '2026-01-31'),
  left('4331', 'the register of those who must send a product code is SUNAT’s'),
  absent('4333, 4334, 4335', `${LINE}//cac:StandardItemIdentification`),
];
