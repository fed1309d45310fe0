/** Bodies of sales, as an integrator sends them. */
import { limaToday } from '@rafaga/fiscal';

export type Body = Record<string, unknown>;

/** The day on which the test file began: a sale that is repeated after midnight is the same. */
export const TODAY: string = limaToday(new Date());

export const anItem = (change: Body = {}): Body => ({
  codigo: 'CAF-250',
  descripcion: 'Café de Chanchamayo 250 g',
  unidad: 'NIU',
  cantidad: 2,
  precio_unitario: 29.5,
  tip_afe_igv: '10',
  porcentaje_igv: 18,
  ...change,
});

export const aBoleta = (change: Body = {}): Body => ({
  serie: 'B001',
  fecha_emision: TODAY,
  tipo_moneda: 'PEN',
  forma_pago: 'Contado',
  cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
  items: [
    anItem(),
    anItem({ codigo: 'PAN-01', descripcion: 'Pan de molde', cantidad: 1, precio_unitario: 9.9 }),
  ],
  ...change,
});

export const aFactura = (change: Body = {}): Body =>
  aBoleta({
    serie: 'F001',
    cliente: {
      tipo_doc: '6',
      num_doc: '20601234561',
      razon_social: 'Cafetería La Esquina E.I.R.L.',
      direccion: 'Jr. Junín 456, Lima',
    },
    ...change,
  });

let count = 0;
/** A reference that no other test uses. */
export const aReference = (): string =>
  `venta-${process.pid}-${Date.now().toString(36)}-${++count}`;
