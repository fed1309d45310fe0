/** Clients and lines of the sample sales. */
import type { Fields } from '../fields/field.js';

export const MARIA = { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Quispe Huamán' };
export const ANDINA = {
  tipo_doc: '6',
  num_doc: '20123456786',
  razon_social: 'Comercial Andina S.A.C.',
  direccion: 'Av. Los Incas 123, Cusco',
};

/** A line of the sale, with the fields that every line has. */
export const line = (
  descripcion: string,
  cantidad: number,
  precio_unitario: number,
  more: Fields = {},
): Fields => ({ descripcion, unidad: 'NIU', cantidad, precio_unitario, ...more });
