/** A made-up sale of a business, to show its PDF design. */
import type { StoredDesign } from '@rafaga/db';
import { limaToday, price, type Sale } from '@rafaga/fiscal';
import { designOf } from '@rafaga/pdf';
import type { BusinessRequest } from '../edge/pageRequest.js';

const GOODS = [
  'Café de Chanchamayo 250 g',
  'Pan de molde integral, bolsa de 600 g',
  'Detergente líquido para ropa de color con suavizante 3 L',
];

/** @param long with 60 lines, to see the second page */
export function sampleSale(
  { business, now }: BusinessRequest,
  design: StoredDesign,
  long: boolean,
) {
  const sale: Sale = {
    kind: 'boleta',
    series: 'B001',
    issueDate: limaToday(now),
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: true,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    client: { documentType: '1', document: '45678912', name: 'CLIENTE DE MUESTRA' },
    lines: Array.from({ length: long ? 60 : 3 }, (_, index) => ({
      description: GOODS[index % GOODS.length] ?? '',
      unit: 'NIU',
      quantity: String((index % 4) + 1),
      unitPrice: ['29.50', '9.90', '41.00'][index % 3] ?? '10.00',
      affectation: '10',
      allowances: [],
    })),
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
  };
  const { ruc, legalName, tradeName, address, ubigeo } = business;
  return {
    priced: price(sale),
    issuer: {
      ruc,
      legalName,
      ...(tradeName && { tradeName }),
      ...(address && { address }),
      ...(ubigeo && { ubigeo }),
    },
    number: 0,
    createdAt: now,
    state: 'pending' as const,
    evidence: null,
    environment: 'production' as const,
    design: designOf(design),
  };
}
