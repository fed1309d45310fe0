/**
 * The part of the connection's form that is about boletas whose answer is lost: who can be asked,
 * and what happens without.
 */
import { UNPROVEN, UNPROVEN_QUESTION } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { Form } from '../edge/form.js';
import { Choice, type Faults, Field } from '../html/components.js';

const OPTIONS = Object.values(UNPROVEN).map(({ word, text }) => [word, word, text] as const);

/** @param chosen the choice that stands; '' while a person has still to make it */
export function ConsultFields(props: {
  form: Form;
  withAuthority: string;
  kept: boolean;
  faults: Faults;
}): VNode {
  const { form, withAuthority, kept, faults } = props;
  return (
    <>
      <h2>Consulta Integrada</h2>
      <p class="hint">
        Con estas credenciales se pregunta a SUNAT por una boleta cuya respuesta se perdió; sin
        ellas no hay con qué probar que la tiene. Se crean en SOL, en «Credenciales de API SUNAT».
        {kept && ' Si dejas los dos campos en blanco, quedan las guardadas.'}
      </p>
      <Field name="consulta_id" label="Id" value={form.text('consulta_id')} faults={faults} />
      <Field name="consulta_clave" label="Clave de la consulta" type="password" faults={faults} />
      <Choice
        name="politica"
        label={UNPROVEN_QUESTION}
        value={form.text('politica') || withAuthority}
        options={OPTIONS}
        faults={faults}
      />
    </>
  );
}
