/**
 * The sales with golden files of their totals and XML: at least one for each affectation, tax,
 * discount, payment and special operation.
 */
import { AFFECTATION, type Sale } from '@rafaga/fiscal';
import { aBoleta, aLine, aSale } from './aSale.js';

const paid = aLine({ code: 'PAG-01', description: 'Artículo pagado' });
const one = (unitPrice: string) => aLine({ quantity: '1', unitPrice });
const foreigner = { documentType: '7', document: 'X1234567', name: 'John Smith' };
const exported = (unitPrice = '500') =>
  aLine({ affectation: '40', sunatCode: '52161505', quantity: '1', unitPrice });
const rice = (unitPrice: string, unitValue?: string) =>
  aLine({
    affectation: '17',
    description: 'Arroz pilado',
    unit: 'KGM',
    quantity: '50',
    unitPrice,
    ...(unitValue === undefined ? {} : { unitValue }),
  });
const discounted = (code: string, more: object) =>
  aSale({ lines: [aLine({ allowances: [{ code, ...more }] })] });
const adjusted = (code: string, more: object) => aSale({ allowances: [{ code, ...more }] });
const perceived = (code: string, factor: string, amount: string): Partial<Sale> => ({
  operation: '2001',
  perception: { code, factor, base: '118', amount },
});
const deducted = { goods: '037', percent: '12', account: '00-068-123456', means: '001' };

export const CASES: Readonly<Record<string, Sale>> = {
  boleta: aBoleta(),
  'boleta-sin-documento': aBoleta({
    client: { documentType: '0', document: '00000000', name: 'CLIENTES VARIOS' },
  }),
  'boleta-credito': aBoleta({
    payment: 'credit',
    dueDate: '2026-03-30',
    instalments: [{ amount: '118', dueDate: '2026-03-30' }],
  }),
  factura: aSale(),
  'factura-precios-sin-impuestos': aSale({
    pricesIncludeTax: false,
    lines: [aLine({ unitPrice: '50' }), aLine({ unitPrice: '33.333333', quantity: '3' })],
  }),
  'factura-cantidades-con-decimales': aSale({
    lines: [
      aLine({ unit: 'KGM', quantity: '1.235', unitPrice: '7.9' }),
      aLine({ unit: 'LTR', quantity: '0.0333333333', unitPrice: '129.99' }),
    ],
  }),
  'factura-precio-minimo': aSale({ lines: [one('0.01'), one('0.06')] }),
  'factura-en-dolares': aSale({ currency: 'USD' }),
  'factura-en-euros': aSale({ currency: 'EUR' }),
  'factura-tasa-10.5': aSale({ lines: [aLine({ igvPercent: '10.5', unitPrice: '22.10' })] }),
  'factura-con-todo-lo-que-no-es-dinero': aSale({
    dueDate: '2026-03-31',
    establishment: '0003',
    client: {
      documentType: '6',
      document: '20600695771',
      name: 'Peña & Ñahui <Asociados> "S.R.L."',
      address: "Jr. Puno 456, Of. 'B', Arequipa",
      email: 'compras@example.com',
      phone: '+51 054 123456',
    },
    lines: [aLine({ sunatCode: '14111514', description: "Té 'verde' & <negro>\n漢方 – 😀 ]]>" })],
    guides: [
      { type: '09', number: 'T001-123' },
      { type: '31', number: 'V001-45' },
    ],
    legends: [{ code: '2010', text: 'Restitución Simplificado de Derechos Arancelarios' }],
    note:
      'Entregar en almacén central.\nPreguntar por la señora Ñahui. ' +
      `${'Tocar el timbre dos veces y esperar. '.repeat(10)}`,
    payments: [{ method: 'yape', amount: '118' }],
    collaboration: {
      number: 'CC-2026-01',
      type: '1',
      description: 'Consorcio Sur',
      percent: '33.5',
    },
    extras: { caja: 3 },
  }),

  'credito-una-cuota': aSale({
    payment: 'credit',
    instalments: [{ amount: '118', dueDate: '2026-04-02' }],
  }),
  'credito-tres-cuotas': aSale({
    payment: 'credit',
    dueDate: '2026-06-01',
    instalments: [
      { amount: '40', dueDate: '2026-04-01' },
      { amount: '39.50', dueDate: '2026-05-01' },
      { amount: '38.5', dueDate: '2026-06-01' },
    ],
  }),

  ...byAffectation(),
  'afectacion-17-gratuita': aSale({ lines: [rice('5.20'), rice('0', '5')] }),
  'afectacion-40-gratuita': aSale({
    operation: '0200',
    client: foreigner,
    lines: [exported(), { ...exported('0'), unitValue: '20' }],
  }),
  mixta: aSale({
    lines: [
      aLine(),
      aLine({ affectation: '20', description: 'Libro' }),
      aLine({ affectation: '30', description: 'Fruta' }),
      aLine({ affectation: '15', description: 'Muestra' }),
      aLine({ affectation: '31', description: 'Regalo' }),
    ],
  }),
  'solo-gratuita': aSale({ lines: [aLine({ affectation: '11' })] }),
  amazonia: aSale({
    lines: [aLine({ affectation: '20' })],
    legends: [
      {
        code: '2001',
        text: 'BIENES TRANSFERIDOS EN LA AMAZONÍA REGIÓN SELVA PARA SER CONSUMIDOS EN LA MISMA',
      },
    ],
  }),

  'isc-al-valor': aSale({
    lines: [aLine({ description: 'Cerveza', isc: { system: '01', percent: '10' } })],
  }),
  'isc-monto-fijo': aSale({
    lines: [aLine({ description: 'Pisco', isc: { system: '02', amount: '3' } })],
  }),
  'isc-precio-al-publico': aSale({
    lines: [
      aLine({ description: 'Cigarrillos', isc: { system: '03', percent: '30', amount: '12' } }),
    ],
  }),
  'isc-con-descuento': aSale({
    lines: [
      aLine({ isc: { system: '01', percent: '10' }, allowances: [{ code: '00', factor: '0.1' }] }),
    ],
  }),
  'isc-en-boleta': aBoleta({ lines: [aLine({ isc: { system: '01', percent: '10' } }), aLine()] }),
  'isc-de-muchos-decimales': aSale({
    lines: [aLine({ isc: { system: '01', percent: '12.3456789' } })],
  }),
  'bolsas-en-dolares': aSale({
    currency: 'USD',
    lines: [paid, aLine({ quantity: '3', unitPrice: '0.1', icbper: { amount: '0.39' } })],
  }),
  bolsas: aBoleta({
    lines: [
      paid,
      aLine({ description: 'Bolsa plástica', quantity: '3', unitPrice: '0.1', icbper: {} }),
    ],
  }),
  'bolsas-regaladas': aBoleta({
    lines: [
      paid,
      aLine({
        description: 'Bolsa plástica',
        affectation: '15',
        quantity: '2',
        unitPrice: '0.1',
        icbper: {},
      }),
    ],
  }),

  'descuento-de-linea-que-afecta-la-base': discounted('00', { factor: '0.1' }),
  'descuento-de-linea-por-monto': discounted('00', { amount: '7.77', base: '100' }),
  'descuento-de-linea-que-no-afecta-la-base': discounted('01', { amount: '10', base: '118' }),
  'cargo-de-linea-que-afecta-la-base': discounted('47', { factor: '0.05' }),
  'cargo-de-linea-que-no-afecta-la-base': discounted('48', { amount: '5', base: '118' }),
  'descuento-global-que-afecta-la-base': adjusted('02', { factor: '0.1' }),
  'descuento-global-por-monto': adjusted('02', { amount: '12.34' }),
  'descuento-global-que-no-afecta-la-base': adjusted('03', { factor: '0.1' }),
  'retencion-de-segunda-categoria': aSale({
    operation: '2002',
    allowances: [{ code: '63', factor: '0.05', base: '118', amount: '5.9' }],
  }),
  'retencion-del-igv-por-monto-tras-anticipo': aSale({
    lines: [one('2360')],
    advances: [{ documentType: '02', document: 'F001-9', amount: '590' }],
    allowances: [{ code: '62', amount: '53.1' }],
  }),
  'retencion-del-igv': adjusted('62', { factor: '0.03', base: '118', amount: '3.54' }),
  fise: adjusted('45', { factor: '0.05', base: '100', amount: '5' }),
  propina: aBoleta({ allowances: [{ code: '46', factor: '0.1', base: '100', amount: '10' }] }),
  'cargo-global-que-afecta-la-base': adjusted('49', { factor: '0.1' }),
  'cargo-global-que-no-afecta-la-base': adjusted('50', { factor: '0.1' }),
  'descuentos-de-todo-tipo': aBoleta({
    lines: [
      aLine({
        allowances: [
          { code: '00', factor: '0.1' },
          { code: '01', amount: '2', base: '106.2' },
        ],
      }),
      aLine({ affectation: '20' }),
    ],
    allowances: [
      { code: '02', factor: '0.05' },
      { code: '03', amount: '1' },
    ],
  }),

  anticipo: aSale({
    lines: [one('2360')],
    advances: [{ documentType: '02', document: 'F001-9', amount: '590' }],
  }),
  'anticipo-con-su-descuento': aSale({
    lines: [one('2360')],
    advances: [{ documentType: '02', document: 'F001-9', amount: '590' }],
    allowances: [{ code: '04', factor: '1', base: '500', amount: '500' }],
  }),
  'anticipo-exonerado': aSale({
    lines: [aLine({ affectation: '20', quantity: '1', unitPrice: '1000' })],
    advances: [{ documentType: '02', document: 'F001-8', amount: '300' }],
  }),
  'anticipo-inafecto': aSale({
    lines: [aLine({ affectation: '30', quantity: '1', unitPrice: '1000' })],
    advances: [{ documentType: '02', document: 'F001-7', amount: '300' }],
  }),
  'anticipos-de-boleta': aBoleta({
    lines: [one('590')],
    advances: [
      { documentType: '03', document: 'B001-5', amount: '118' },
      { documentType: '03', document: 'B001-6', amount: '59' },
    ],
  }),
  'anticipo-por-el-total': aSale({
    lines: [one('118')],
    advances: [{ documentType: '02', document: 'F001-9', amount: '118' }],
  }),

  detraccion: aSale({
    operation: '1001',
    lines: [one('1180')],
    detraction: { ...deducted, amount: '141.60' },
  }),
  'detraccion-en-dolares': aSale({
    operation: '1001',
    currency: 'USD',
    lines: [one('1180')],
    detraction: { ...deducted, amount: '531' },
  }),
  'detraccion-a-credito': aSale({
    operation: '1001',
    lines: [one('1180')],
    detraction: { ...deducted, amount: '141.60' },
    payment: 'credit',
    instalments: [{ amount: '1038.40', dueDate: '2026-04-02' }],
  }),
  'detraccion-transporte-de-pasajeros': aSale({
    operation: '1003',
    lines: [one('1180')],
    detraction: { ...deducted, goods: '028', percent: '10', amount: '118' },
  }),
  'percepcion-venta-interna': aSale(perceived('51', '0.02', '2.36')),
  'percepcion-combustible': aSale(perceived('52', '0.01', '1.18')),
  'percepcion-tasa-especial': aSale(perceived('53', '0.005', '0.59')),
  'percepcion-en-dolares': aSale({
    operation: '2001',
    currency: 'USD',
    perception: { code: '51', factor: '0.02', base: '442.5', amount: '8.85', total: '451.35' },
  }),
  'percepcion-en-boleta': aBoleta(perceived('51', '0.02', '2.36')),

  'exportacion-de-bienes': aSale({
    operation: '0200',
    currency: 'USD',
    client: foreigner,
    lines: [exported(), exported('19.99')],
  }),
  'exportacion-de-servicios': aSale({
    operation: '0206',
    currency: 'USD',
    client: foreigner,
    lines: [exported()],
  }),
  'venta-a-no-domiciliado': aSale({ operation: '0401', client: foreigner }),
  'gastos-deducibles': aSale({
    operation: '0112',
    client: { documentType: '1', document: '12345678', name: 'Ana Quispe Mamani' },
    lines: [
      aLine({ sunatCode: '80131501', description: 'Arrendamiento', unit: 'ZZ', affectation: '30' }),
    ],
  }),
};

/**
 * Sales too long for golden files: only their totals and SUNAT's rules are checked. Rounding each
 * line alone would break rule 3291 for these prices.
 */
export const LONG: Readonly<Record<string, Sale>> = {
  '500 líneas de un sol, factura': aSale({ lines: Array.from({ length: 500 }, () => one('1')) }),
  '210 líneas de treinta céntimos': aSale({
    lines: Array.from({ length: 210 }, () => one('0.30')),
  }),
  '500 líneas con descuento': aSale({
    lines: Array.from({ length: 500 }, () =>
      aLine({ quantity: '1', unitPrice: '0.99', allowances: [{ code: '00', factor: '0.07' }] }),
    ),
  }),
};

/** A sale for each row of catalogue 07; a free line is beside a paid one. */
function byAffectation(): Record<string, Sale> {
  const sales: Record<string, Sale> = {};
  for (const affectation of Object.keys(AFFECTATION)) {
    const own = aLine({ affectation, description: `Afectación ${affectation}` });
    sales[`afectacion-${affectation}`] =
      special(affectation) ??
      aSale({ lines: ['10', '20', '30'].includes(affectation) ? [own] : [paid, own] });
  }
  return sales;
}

/** The affectations that cannot be in one sale with others. */
function special(affectation: string): Sale | undefined {
  if (affectation === '17') return aSale({ lines: [rice('5.20')] });
  if (affectation === '40')
    return aSale({ operation: '0200', client: foreigner, lines: [exported()] });
  return undefined;
}
