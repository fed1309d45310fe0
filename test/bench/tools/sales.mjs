/** Bodies of boletas with five lines, one for each series. */
import { seriesName } from './business.mjs';

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

const LINES = [
  ['LEC-400', 'Leche evaporada entera 400 g', 2, 4.3],
  ['ARR-5', 'Arroz extra 5 kg', 1, 23.9],
  ['ACE-1', 'Aceite vegetal 1 L', 1, 9.5],
  ['PAN-01', 'Pan de molde integral', 3, 8.2],
  ['GAS-3', 'Gaseosa 3 L', 1, 11.9],
];

export const boletas = (series) =>
  Array.from({ length: series }, (_, index) =>
    JSON.stringify({
      serie: seriesName(index),
      fecha_emision: today(),
      tipo_moneda: 'PEN',
      forma_pago: 'Contado',
      cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
      items: LINES.map(([codigo, descripcion, cantidad, precio_unitario]) => ({
        codigo,
        descripcion,
        unidad: 'NIU',
        cantidad,
        precio_unitario,
        tip_afe_igv: '10',
        porcentaje_igv: 18,
      })),
    }),
  );
