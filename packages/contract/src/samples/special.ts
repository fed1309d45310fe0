/** A sample for each special sale of the law. */
import { ANDINA, line, MARIA } from './parts.js';
import type { Sample } from './sample.js';

export const SPECIAL_SAMPLES: readonly Sample[] = [
  {
    id: 'detraccion',
    kind: 'factura',
    title: 'Operación sujeta a detracción (SPOT)',
    about:
      'El monto es el porcentaje del importe total, siempre en soles: 12 % de 1180. La cuenta es ' +
      'la de la empresa en el Banco de la Nación; el bien o servicio, del catálogo 54.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      tipo_operacion: '1001',
      cliente: ANDINA,
      items: [line('Servicio de consultoría', 1, 1180, { unidad: 'ZZ' })],
      detraccion: { cod_bien: '037', porcentaje: 12, monto: 141.6, cta_banco: '00-068-123456' },
    }),
  },
  {
    id: 'anticipo',
    kind: 'factura',
    title: 'Anticipo: el pago adelantado',
    about:
      'El adelanto se factura como una venta más, con una línea que lo diga. Guarda su número: ' +
      'la venta final lo descuenta.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      cliente: ANDINA,
      items: [line('Anticipo del 25 % por un escritorio a medida', 1, 590)],
    }),
  },
  {
    id: 'anticipo-descuento',
    kind: 'factura',
    title: 'Anticipo: la venta que lo descuenta',
    about:
      'La venta va completa y anticipos dice qué factura ya se pagó y cuánto, con IGV: de 2360 ' +
      'quedan por pagar 1770. Cambia correlativo por el número de su anticipo.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      cliente: ANDINA,
      items: [line('Escritorio a medida', 1, 2360)],
      anticipos: [{ tipo_doc: '02', serie: 'F001', correlativo: '1', monto: 590 }],
    }),
  },
  {
    id: 'exportacion',
    kind: 'factura',
    title: 'Exportación de bienes en dólares',
    about:
      'tipo_operacion 0200 y líneas con afectación 40, que no llevan IGV. Envía su código de ' +
      'producto de SUNAT. El cliente no necesita RUC.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      tipo_operacion: '0200',
      tipo_moneda: 'USD',
      cliente: { tipo_doc: '0', num_doc: '98-7654321', razon_social: 'Andes Import LLC' },
      items: [
        line('Chompa de alpaca', 20, 45, { tip_afe_igv: '40', cod_producto_sunat: '53101504' }),
      ],
    }),
  },
  {
    id: 'gratuita',
    kind: 'boleta',
    title: 'Venta con un producto de regalo',
    about:
      'La línea de bonificación (afectación 15) lleva el precio que tendría: se muestra, y no ' +
      'suma al importe.',
    body: (today) => ({
      serie: 'B001',
      fecha_emision: today,
      cliente: MARIA,
      items: [
        line('Yogur de litro', 6, 7.9),
        line('Yogur de litro, de regalo', 1, 7.9, { tip_afe_igv: '15' }),
      ],
    }),
  },
  {
    id: 'exonerada',
    kind: 'boleta',
    title: 'Productos exonerados junto a gravados',
    about:
      'La afectación 20 no lleva IGV y se mezcla con líneas gravadas en la misma venta. Antes se ' +
      'habilita la venta exonerada de la empresa en el panel.',
    body: (today) => ({
      serie: 'B001',
      fecha_emision: today,
      cliente: MARIA,
      items: [
        line('Papa amarilla', 2.5, 4.2, { unidad: 'KGM', tip_afe_igv: '20' }),
        line('Aceite vegetal 1 L', 1, 9.9),
      ],
    }),
  },
  {
    id: 'bolsas',
    kind: 'boleta',
    title: 'Bolsas de plástico (ICBPER)',
    about:
      'factor_icbper es el impuesto por bolsa; se suma aparte del precio y no lleva IGV. Dos ' +
      'bolsas pagan S/ 1.00.',
    body: (today) => ({
      serie: 'B001',
      fecha_emision: today,
      cliente: MARIA,
      items: [
        line('Arroz superior 5 kg', 1, 23.5),
        line('Bolsa de plástico', 2, 0.2, { factor_icbper: 0.5 }),
      ],
    }),
  },
  {
    id: 'isc',
    kind: 'factura',
    title: 'Producto con ISC',
    about:
      'tip_sis_isc es el sistema de cálculo (catálogo 08) y porcentaje_isc la tasa; con un ' +
      'monto fijo (02) se envía isc. El IGV se calcula sobre la base con ISC.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      cliente: ANDINA,
      items: [line('Pisco 750 ml', 12, 45, { tip_sis_isc: '01', porcentaje_isc: 20 })],
    }),
  },
  {
    id: 'percepcion',
    kind: 'factura',
    title: 'Venta con percepción',
    about:
      'Solo al contado y en soles, de una empresa que es agente de percepción. base es el ' +
      'importe con IGV, monto su 2 % y mto_total lo que se cobra.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      tipo_operacion: '2001',
      cliente: ANDINA,
      items: [line('Cerveza, caja de 12', 10, 59)],
      percepcion: { cod_regimen: '01', base: 590, monto: 11.8, mto_total: 601.8 },
    }),
  },
];
