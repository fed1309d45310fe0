/** The fields of instalments, detracción, guides, legends, payments and collaborations. */
import {
  type Collaboration,
  DETRACTION_GOODS,
  type Detraction,
  type Guide,
  type Instalment,
  LEGEND as LEGEND_TEXT,
  type Legend,
  OPERATION,
  PAYMENT_MEANS,
  type Payment,
} from '@rafaga/fiscal';
import { plainLine } from '../characters.js';
import { blockOf } from './field.js';
import { amount, date, payment, percent } from './numberTypes.js';
import { matching, oneOf, text, words } from './valueTypes.js';

/** SUNAT's format of a percent is n(3,5). */
const PERCENT_PLACES = 5;

const WITH_DETRACTION = Object.keys(OPERATION).filter(
  (code) => OPERATION[code]?.detraction !== undefined,
);

export const INSTALMENT = blockOf<Instalment>({
  name: 'Cuota',
  entry: 'La cuota',
  fields: [
    {
      wire: 'monto',
      type: payment(),
      required: true,
      sale: 'amount',
      label: 'El monto de la cuota',
      description: 'Monto de la cuota, con IGV.',
    },
    {
      wire: 'fecha_pago',
      type: date(),
      required: true,
      sale: 'dueDate',
      label: 'La fecha de pago',
      description: 'Fecha de pago, posterior a la de emisión en una factura.',
    },
  ],
});

export const DETRACTION = blockOf<Detraction>({
  name: 'Detraccion',
  fields: [
    {
      wire: 'cod_bien',
      type: oneOf(...Object.keys(DETRACTION_GOODS).toSorted()),
      required: true,
      sale: 'goods',
      label: 'El código del bien o servicio',
      description: 'Bien o servicio, catálogo 54 de SUNAT.',
    },
    {
      wire: 'porcentaje',
      type: percent(100, PERCENT_PLACES),
      required: true,
      sale: 'percent',
      label: 'El porcentaje',
      description: 'Porcentaje: 12 es el 12 %.',
    },
    {
      wire: 'cta_banco',
      // SUNAT asks only that there is a text (rule 3034)
      type: words(20, { part: { pattern: /\d/, key: 'account' } }),
      required: true,
      sale: 'account',
      label: 'La cuenta bancaria',
      description: 'Cuenta en el Banco de la Nación.',
    },
    {
      wire: 'cod_medio_pago',
      type: oneOf(...Object.keys(PAYMENT_MEANS)),
      sale: 'means',
      otherwise: '001',
      label: 'El código del medio de pago',
      description: 'Medio de pago, catálogo 59 de SUNAT. Si se omite, 001.',
    },
    {
      wire: 'monto',
      type: amount(),
      required: true,
      sale: 'amount',
      label: 'El monto',
      description: 'Monto en soles: el porcentaje del importe total, con IGV.',
    },
    {
      wire: 'tipo_operacion',
      type: oneOf(...WITH_DETRACTION),
      label: 'El tipo de operación',
      description: 'Tipo de operación de la detracción. Si se omite, 1001.',
    },
  ],
});

export const GUIDE = blockOf<Guide>({
  name: 'Guia',
  entry: 'La guía',
  fields: [
    {
      wire: 'tipo_doc',
      type: oneOf('09', '31'),
      required: true,
      sale: 'type',
      label: 'El tipo de documento',
      description: '09: guía del remitente. 31: guía del transportista.',
    },
    {
      wire: 'nro_doc',
      type: matching(/^[^\s\u0085]{1,30}$/, 'guide_number'),
      required: true,
      sale: 'number',
      label: 'El número de la guía',
      description: 'Serie y número, por ejemplo T001-123.',
    },
  ],
});

export const LEGEND = blockOf<Legend>({
  name: 'Leyenda',
  entry: 'La leyenda',
  fields: [
    {
      wire: 'code',
      type: oneOf(...Object.keys(LEGEND_TEXT)),
      required: true,
      sale: 'code',
      label: 'El código de la leyenda',
      description: 'Catálogo 52 de SUNAT.',
    },
    {
      wire: 'value',
      type: words(200, { clean: plainLine }),
      required: true,
      sale: 'text',
      label: 'El texto de la leyenda',
      description: 'Texto de la leyenda.',
    },
  ],
});

export const PAYMENT = blockOf<Payment>({
  name: 'Pago',
  entry: 'El pago',
  fields: [
    {
      wire: 'metodo',
      type: words(50),
      required: true,
      sale: 'method',
      label: 'El método de pago',
      description: 'Método: efectivo, yape, plin, transferencia, tarjeta u otro.',
    },
    {
      wire: 'monto',
      type: payment(),
      required: true,
      sale: 'amount',
      label: 'El monto',
      description: 'Monto pagado, con IGV.',
    },
    {
      wire: 'referencia',
      type: text(100),
      sale: 'reference',
      label: 'La referencia del pago',
      description: 'Referencia u operación.',
    },
    {
      wire: 'monto_recibido',
      type: amount(),
      sale: 'received',
      label: 'El monto recibido',
      description: 'Monto recibido, con IGV, para mostrar el vuelto.',
    },
    {
      wire: 'notas',
      type: text(255),
      sale: 'notes',
      label: 'Las notas del pago',
      description: 'Notas.',
    },
  ],
});

export const COLLABORATION = blockOf<Collaboration>({
  name: 'ContratoColaboracion',
  fields: [
    {
      wire: 'numero',
      type: words(50),
      required: true,
      sale: 'number',
      label: 'El número del contrato',
      description: 'Número del contrato.',
    },
    {
      wire: 'tipo',
      type: oneOf('1', '2'),
      required: true,
      sale: 'type',
      label: 'El tipo de contrato',
      description: '1: ventas. 2: adquisiciones.',
    },
    {
      wire: 'descripcion',
      type: words(250),
      required: true,
      sale: 'description',
      label: 'La descripción',
      description: 'Descripción del contrato.',
    },
    {
      wire: 'porcentaje',
      type: percent(99.99, PERCENT_PLACES),
      required: true,
      sale: 'percent',
      label: 'El porcentaje',
      description: 'Porcentaje de participación, de 0 a 99.99.',
    },
  ],
});
