/** The fields of a business's data: how they are shown and how they are read. */
import { hasUnprinted } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { Form as SentForm } from '../edge/form.js';
import { type Faults, Field } from '../html/components.js';
import { DistrictField, readDistrict } from './districtField.js';

const FIELD_NAMES = ['razon_social', 'nombre_comercial', 'direccion', 'ubigeo'] as const;
export type DataValues = Readonly<Record<(typeof FIELD_NAMES)[number], string>>;

/** The fields as they were typed. */
export const typedValues = (form: SentForm): DataValues =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, form.text(name)])) as DataValues;

export function DataFields({ values, faults }: { values: DataValues; faults: Faults }): VNode {
  return (
    <>
      <Field name="razon_social" label="Razón social" value={values.razon_social} faults={faults} />
      <Field
        name="nombre_comercial"
        label="Nombre comercial (opcional)"
        value={values.nombre_comercial}
        faults={faults}
      />
      <Field name="direccion" label="Domicilio fiscal" value={values.direccion} faults={faults} />
      <DistrictField value={values.ubigeo} faults={faults} />
    </>
  );
}

interface Data {
  legalName: string;
  tradeName: string | null;
  address: string | null;
  ubigeo: string | null;
}

export function readData(form: SentForm): { data: Data; faults: Faults } {
  const faults: Record<string, string> = {};
  const text = (name: string, least: number, most: number, message: string): string => {
    const value = form.text(name);
    if (value.length < least || value.length > most || hasUnprinted(value)) faults[name] = message;
    return value;
  };
  const legalName = text('razon_social', 3, 1_500, 'Escribe la razón social como figura en SUNAT.');
  const tradeName = text(
    'nombre_comercial',
    0,
    1_500,
    'Hasta 1500 caracteres, sin saltos de línea.',
  );
  const address = text('direccion', 3, 200, 'Escribe el domicilio fiscal, de 3 a 200 caracteres.');
  const { ubigeo, fault } = readDistrict(form);
  if (fault) faults.ubigeo = fault;
  return { data: { legalName, tradeName: tradeName || null, address, ubigeo }, faults };
}
