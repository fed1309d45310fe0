/** The fields of the percepción: cod_regimen, monto and base, or their aliases. */
import { PERCEPTION as CATALOGUE, type Perception, perceptionFactor } from '@rafaga/fiscal';
import { decimal, hundredth } from '../decimal.js';
import { blockOf, type Fields } from './field.js';
import { amount, percent } from './numberTypes.js';
import { oneOf } from './valueTypes.js';

/** A regime by its code in catalogue 22 or in catalogue 53. */
const regime = () =>
  oneOf(...Object.values(CATALOGUE).map(({ regime }) => regime), ...Object.keys(CATALOGUE));

/** The code of catalogue 53, which the XML contains. */
function codeOf({ cod_regimen, cod_reg }: Fields): string {
  const sent = (cod_regimen ?? cod_reg ?? '') as string;
  return Object.keys(CATALOGUE).find((code) => CATALOGUE[code]?.regime === sent) ?? sent;
}

/**
 * Callers send 2 or 0.02 for two percent, 0.5 or 0.005 for half a percent. No regime has more than
 * 2 %, so a value up to 0.02 is a factor and a larger one a percent.
 */
const asFactor = (sent: number): string => (sent <= 0.02 ? decimal(sent) : hundredth(sent));

export const PERCEPTION = blockOf<Perception>({
  name: 'Percepcion',
  relations: [
    { rel: 'xor', peers: ['cod_regimen', 'cod_reg'] },
    { rel: 'xor', peers: ['monto', 'mto'] },
    { rel: 'xor', peers: ['base', 'mto_base'] },
  ],
  fields: [
    {
      wire: 'cod_regimen',
      type: regime(),
      sale: 'code',
      from: codeOf,
      label: 'El régimen de percepción',
      description: 'Régimen: 01 (2 %), 02 (1 %) o 03 (0.5 %); también 51, 52 o 53.',
      record: false,
    },
    {
      wire: 'cod_reg',
      type: regime(),
      sale: 'code',
      from: codeOf,
      aliasOf: 'cod_regimen',
      label: 'El régimen de percepción',
      description: 'Otro nombre de cod_regimen.',
    },
    {
      wire: 'porcentaje',
      type: percent(),
      sale: 'factor',
      from: ({ porcentaje }) => asFactor(porcentaje as number),
      otherwise: (perception, { fecha_emision }) =>
        perceptionFactor(codeOf(perception), fecha_emision as string) ?? '0',
      label: 'El porcentaje',
      description: 'Porcentaje (2) o factor (0.02). Si se omite, el del régimen.',
    },
    {
      wire: 'monto',
      type: amount(),
      sale: 'amount',
      label: 'El monto',
      description: 'Monto de la percepción, en soles: el porcentaje de la base con IGV.',
      record: false,
    },
    {
      wire: 'mto',
      type: amount(),
      sale: 'amount',
      aliasOf: 'monto',
      label: 'El monto de la percepción',
      description: 'Otro nombre de monto: se calcula de la base con IGV.',
      record: { after: 'mto_base' },
    },
    {
      wire: 'base',
      type: amount(),
      sale: 'base',
      label: 'La base',
      description: 'Base de la percepción, con IGV, en soles.',
      record: false,
    },
    {
      wire: 'mto_base',
      type: amount(),
      sale: 'base',
      aliasOf: 'base',
      label: 'La base de la percepción',
      description: 'Otro nombre de base: con IGV.',
      record: { after: 'porcentaje' },
    },
    {
      wire: 'mto_total',
      type: amount(),
      sale: 'total',
      label: 'El total con la percepción',
      description: 'Importe total con IGV y con la percepción, en soles.',
      record: { after: 'mto' },
    },
  ],
});
