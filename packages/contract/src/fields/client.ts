/** The fields of the client; `consistency.ts` checks those that depend on the kind of document. */
import { type Client, IDENTITY } from '@rafaga/fiscal';
import { plainLine } from '../characters.js';
import { blockOf } from './field.js';
import { email, matching, oneOf, text, words } from './valueTypes.js';

export const CLIENT = blockOf<Client>({
  name: 'Cliente',
  fields: [
    {
      wire: 'tipo_doc',
      // all of catalogue 06: which of them a document admits depends on its kind and operation
      type: oneOf(...Object.keys(IDENTITY)),
      required: true,
      sale: 'documentType',
      label: 'El tipo de documento',
      description:
        'Catálogo 06 de SUNAT. Factura: 6 (RUC), salvo en exportaciones (tipo_operacion ' +
        '02xx). Boleta: 0, 1, 4, 6 o 7. El 1 es el DNI.',
    },
    {
      wire: 'num_doc',
      type: matching(/^[^\s\u0085|]{1,15}$/, 'no_spaces'),
      required: true,
      sale: 'document',
      label: 'El número de documento',
      description:
        'Siempre como texto. RUC: 11 dígitos que empiezan con 10 o 20. DNI: 8 dígitos. ' +
        'Otros: hasta 15 caracteres sin espacios ni la barra |.',
    },
    {
      wire: 'razon_social',
      type: words(1500, { least: 3, clean: plainLine }),
      required: true,
      sale: 'name',
      label: 'La razón social',
      description: 'Razón social o nombre.',
    },
    {
      wire: 'direccion',
      type: text(500),
      sale: 'address',
      label: 'La dirección',
      description: 'Dirección.',
    },
    {
      wire: 'email',
      type: email(),
      sale: 'email',
      label: 'El correo electrónico',
      description: 'Correo electrónico.',
    },
    {
      wire: 'telefono',
      type: text(20),
      sale: 'phone',
      label: 'El teléfono',
      description: 'Teléfono.',
    },
  ],
});
