/** The sales of the demo, as a caller's JSON; the boleta is also the one of the printed curl. */
import { SERIES } from './accounts.mjs';

/** Today in Lima, whose date the issue date must have. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

export const boleta = () => ({
  serie: SERIES.boletas[0],
  fecha_emision: today(),
  cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
  items: [
    {
      descripcion: 'Café de Chanchamayo 250 g',
      unidad: 'NIU',
      cantidad: 2,
      precio_unitario: 29.5,
    },
  ],
});

export const factura = () => ({
  serie: SERIES.facturas[0],
  fecha_emision: today(),
  forma_pago: 'Contado',
  cliente: { tipo_doc: '6', num_doc: '20601234561', razon_social: 'Cafetería La Esquina E.I.R.L.' },
  items: [
    { descripcion: 'Café verde, saco de 10 kg', unidad: 'NIU', cantidad: 3, precio_unitario: 236 },
  ],
});
