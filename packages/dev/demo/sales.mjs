/** What the demo business sells: one boleta, one factura, as an integrator would send them. */
import { DEMO } from './business.mjs';

/** Today in Lima, where issue dates are judged. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

export const boleta = () => ({
  serie: DEMO.series.boletas[0],
  fecha_emision: today(),
  tipo_moneda: 'PEN',
  cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
  items: [
    {
      codigo: 'CAF-250',
      descripcion: 'Café de Chanchamayo 250 g',
      unidad: 'NIU',
      cantidad: 2,
      precio_unitario: 29.5,
      tip_afe_igv: '10',
      porcentaje_igv: 18,
    },
    {
      codigo: 'PAN-01',
      descripcion: 'Pan de molde',
      unidad: 'NIU',
      cantidad: 1,
      precio_unitario: 9.9,
      tip_afe_igv: '10',
      porcentaje_igv: 18,
    },
  ],
});

export const factura = () => ({
  serie: DEMO.series.facturas[0],
  fecha_emision: today(),
  tipo_moneda: 'PEN',
  forma_pago: 'Contado',
  cliente: {
    tipo_doc: '6',
    num_doc: '20601234561',
    razon_social: 'Cafetería La Esquina E.I.R.L.',
    direccion: 'Jr. Junín 456, Lima',
  },
  items: [
    {
      codigo: 'CAF-SACO',
      descripcion: 'Café verde, saco de 10 kg',
      unidad: 'NIU',
      cantidad: 3,
      precio_unitario: 236,
      tip_afe_igv: '10',
      porcentaje_igv: 18,
    },
  ],
});

/** The shortest sale that works, for a curl that works. */
export const shortest = () => ({
  serie: DEMO.series.boletas[0],
  fecha_emision: today(),
  cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
  items: [
    { descripcion: 'Café de Chanchamayo 250 g', unidad: 'NIU', cantidad: 1, precio_unitario: 29.5 },
  ],
});
