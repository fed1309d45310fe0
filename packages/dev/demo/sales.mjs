/** The sales of the demo: a boleta, a factura and the shortest boleta, as a caller's JSON. */
import { DEMO } from './business.mjs';

/** Today in Lima, whose date the issue date must have. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

const MARIA = { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' };
const ESQUINA = {
  tipo_doc: '6',
  num_doc: '20601234561',
  razon_social: 'Cafetería La Esquina E.I.R.L.',
  direccion: 'Jr. Junín 456, Lima',
};

const item = (codigo, descripcion, cantidad, precio_unitario) => ({
  ...{ codigo, descripcion, unidad: 'NIU', cantidad, precio_unitario },
  ...{ tip_afe_igv: '10', porcentaje_igv: 18 },
});

export const boleta = () => ({
  serie: DEMO.series.boletas[0],
  fecha_emision: today(),
  tipo_moneda: 'PEN',
  cliente: MARIA,
  items: [
    item('CAF-250', 'Café de Chanchamayo 250 g', 2, 29.5),
    item('PAN-01', 'Pan de molde', 1, 9.9),
  ],
});

export const factura = () => ({
  serie: DEMO.series.facturas[0],
  fecha_emision: today(),
  tipo_moneda: 'PEN',
  forma_pago: 'Contado',
  cliente: ESQUINA,
  items: [item('CAF-SACO', 'Café verde, saco de 10 kg', 3, 236)],
});

/** For the curl of the invitation. */
export const shortest = () => ({
  serie: DEMO.series.boletas[0],
  fecha_emision: today(),
  cliente: MARIA,
  items: [
    { descripcion: 'Café de Chanchamayo 250 g', unidad: 'NIU', cantidad: 1, precio_unitario: 29.5 },
  ],
});
