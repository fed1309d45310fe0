/** The field for a six-digit code. */
import type { VNode } from 'preact';
import { type Faults, Field } from '../html/components.js';

export const CodeField = ({ faults }: { faults: Faults }): VNode => (
  <Field
    name="codigo"
    label="Código de 6 dígitos"
    hint="Lo muestra tu aplicación de autenticación y cambia cada 30 segundos."
    inputMode="numeric"
    autocomplete="one-time-code"
    width={10}
    faults={faults}
  />
);
