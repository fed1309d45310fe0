/** Sales as callers send them, for the documentation and for tests. */
import type { Kind } from '@rafaga/fiscal';
import type { Fields } from './fields/field.js';

export const EXAMPLES = {
  boleta: {
    serie: 'B001',
    fecha_emision: '2026-03-15',
    tipo_moneda: 'PEN',
    forma_pago: 'Contado',
    cliente: {
      tipo_doc: '1',
      num_doc: '45678912',
      razon_social: 'María Quispe Huamán',
      email: 'maria.quispe@correo.pe',
    },
    items: [
      {
        codigo: 'GAS-500',
        descripcion: 'Gaseosa 500 ml',
        unidad: 'NIU',
        cantidad: 2,
        precio_unitario: 3.5,
        tip_afe_igv: '10',
        porcentaje_igv: 18,
      },
      {
        codigo: 'PAN-INT',
        descripcion: 'Pan integral',
        unidad: 'NIU',
        cantidad: 1,
        precio_unitario: 8.9,
      },
    ],
    observacion: 'Caja 3',
  },
  factura: {
    serie: 'F001',
    fecha_emision: '2026-03-15',
    fecha_vencimiento: '2026-04-14',
    tipo_moneda: 'PEN',
    forma_pago: 'Credito',
    cliente: {
      tipo_doc: '6',
      num_doc: '20123456786',
      razon_social: 'Comercial Andina S.A.C.',
      direccion: 'Av. Los Incas 123, Cusco',
    },
    items: [
      {
        codigo: 'SRV-01',
        descripcion: 'Servicio de mantenimiento',
        unidad: 'ZZ',
        cantidad: 1,
        precio_unitario: 590,
        tip_afe_igv: '10',
      },
    ],
    cuotas: [
      { monto: 295, fecha_pago: '2026-03-30' },
      { monto: 295, fecha_pago: '2026-04-14' },
    ],
  },
} as const satisfies Record<Kind, unknown>;

/** The body of a request, with the parts that tests change. */
export interface SaleBody extends Fields {
  cliente: Fields;
  items: Fields[];
}

/** A copy of the example, which a test may change. */
export const aBody = (kind: Kind = 'boleta'): SaleBody =>
  structuredClone(EXAMPLES[kind]) as unknown as SaleBody;
