/** The sample sales that most tills begin with. */
import { addDays } from '@rafaga/fiscal';
import { ANDINA, line, MARIA } from './parts.js';
import type { Sample } from './sample.js';

export const FIRST_SAMPLES: readonly Sample[] = [
  {
    id: 'boleta',
    kind: 'boleta',
    title: 'Boleta al contado',
    about:
      'Lo mínimo y un poco más. El número lo asigna la serie; los totales los calcula el servicio.',
    body: (today) => ({
      serie: 'B001',
      fecha_emision: today,
      cliente: { ...MARIA, email: 'maria.quispe@correo.pe' },
      items: [
        line('Gaseosa 500 ml', 2, 3.5, { codigo: 'GAS-500' }),
        line('Pan integral', 1, 8.9, { codigo: 'PAN-INT' }),
      ],
    }),
  },
  {
    id: 'boleta-sin-documento',
    kind: 'boleta',
    title: 'Boleta sin documento del cliente',
    about:
      'Hasta S/ 700 el cliente puede no identificarse. Aquí van también el pago en caja y datos ' +
      'propios en extras: se guardan y se devuelven, nunca van en el XML.',
    body: (today) => ({
      serie: 'B001',
      fecha_emision: today,
      cliente: { tipo_doc: '0', num_doc: '00000000', razon_social: 'CLIENTES VARIOS' },
      items: [line('Café americano', 1, 9.5), line('Torta de chocolate', 1, 14)],
      pagos: [{ metodo: 'efectivo', monto: 23.5, monto_recibido: 50 }],
      extras: { caja: '3', cajero: 'Rosa' },
    }),
  },
  {
    id: 'factura',
    kind: 'factura',
    title: 'Factura al contado',
    about:
      'El cliente lleva RUC (tipo_doc 6). El precio unitario incluye el IGV, salvo que la ' +
      'empresa haya elegido lo contrario en el panel.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      cliente: ANDINA,
      items: [line('Café verde, saco de 10 kg', 3, 236, { codigo: 'CAF-SACO' })],
      observacion: 'Orden de compra 4471',
    }),
  },
  {
    id: 'factura-credito',
    kind: 'factura',
    title: 'Factura al crédito',
    about:
      'forma_pago Credito con sus cuotas: suman el total y vencen después de la fecha de emisión.',
    body: (today) => ({
      serie: 'F001',
      fecha_emision: today,
      fecha_vencimiento: addDays(today, 60),
      forma_pago: 'Credito',
      cliente: ANDINA,
      items: [line('Servicio de mantenimiento', 1, 590, { unidad: 'ZZ' })],
      cuotas: [
        { monto: 295, fecha_pago: addDays(today, 30) },
        { monto: 295, fecha_pago: addDays(today, 60) },
      ],
    }),
  },
  {
    id: 'descuentos',
    kind: 'boleta',
    title: 'Descuento en una línea y en el total',
    about:
      'El descuento de la línea (00) y el global (02) reducen la base del IGV, por eso van sin ' +
      'IGV; factor 0.1 es el 10 %.',
    body: (today) => ({
      serie: 'B001',
      fecha_emision: today,
      cliente: MARIA,
      items: [
        line('Zapatillas', 1, 236, { descuentos: [{ cod_tipo: '00', factor: 0.1 }] }),
        line('Medias', 3, 11.8),
      ],
      descuentos_globales: [{ cod_tipo: '02', factor: 0.05, monto: 10.5 }],
    }),
  },
];
