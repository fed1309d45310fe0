/**
 * The fields of a payment in advance: tipo_doc, serie, correlativo and monto, or their aliases. The
 * series of a printed document may be shorter than that of an electronic one.
 */
import { ADVANCE_NUMBER, type Advance } from '@rafaga/fiscal';
import { blockOf, type Fields } from './field.js';
import { amount } from './numberTypes.js';
import { matching, oneOf } from './valueTypes.js';

const partOf = ({ document }: Fields, part: 0 | 1): string =>
  /^([^-]*)-(.*)$/s.exec(document as string)?.[part + 1] ?? '';

export const ADVANCE = blockOf<Advance>({
  name: 'Anticipo',
  entry: 'El anticipo',
  relations: [
    { rel: 'xor', peers: ['tipo_doc', 'tipo_doc_rel'] },
    { rel: 'xor', peers: ['serie', 'nro_doc_rel'] },
    { rel: 'xor', peers: ['correlativo', 'nro_doc_rel'] },
    { rel: 'xor', peers: ['monto', 'total'] },
  ],
  fields: [
    {
      wire: 'tipo_doc',
      type: oneOf(...Object.keys(ADVANCE_NUMBER)),
      sale: 'documentType',
      label: 'El tipo de documento del anticipo',
      description: 'Catálogo 12 de SUNAT: 02 factura, 03 boleta.',
    },
    {
      wire: 'serie',
      type: matching(/^[A-Z0-9]{1,4}$/, 'series'),
      label: 'La serie del anticipo',
      description: 'Serie del comprobante de anticipo.',
      record: { value: (advance) => partOf(advance, 0) },
    },
    {
      wire: 'correlativo',
      type: matching(/^\d{1,8}$/, 'whole_number'),
      sale: 'document',
      from: ({ serie, correlativo }) => `${serie}-${correlativo}`,
      label: 'El correlativo del anticipo',
      description: 'Número del comprobante de anticipo, como texto.',
      record: { value: (advance) => partOf(advance, 1) },
    },
    {
      wire: 'monto',
      type: amount(),
      sale: 'amount',
      label: 'El monto del anticipo',
      description: 'Monto del anticipo, con IGV.',
    },
    {
      wire: 'tipo_doc_rel',
      type: oneOf(...Object.keys(ADVANCE_NUMBER)),
      sale: 'documentType',
      aliasOf: 'tipo_doc',
      label: 'El tipo de documento del anticipo',
      description: 'Otro nombre de tipo_doc.',
      record: false,
    },
    {
      wire: 'nro_doc_rel',
      type: matching(/^[A-Z0-9]{1,4}-\d{1,8}$/, 'joined_number'),
      sale: 'document',
      aliasOf: 'correlativo',
      label: 'El número del comprobante de anticipo',
      description: 'Serie y número unidos por un guion, en lugar de serie y correlativo.',
      record: false,
    },
    {
      wire: 'total',
      type: amount(),
      sale: 'amount',
      aliasOf: 'monto',
      label: 'El total del anticipo',
      description: 'Otro nombre de monto: con IGV.',
      record: false,
    },
  ],
});
