/**
 * The part of the connection's form about boletas whose answer is lost: the credentials with which
 * SUNAT can be asked about them, and what happens without.
 */
import { UNPROVEN, UNPROVEN_QUESTION } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { Form } from '../edge/form.js';
import { Choice, type Faults, Field } from '../html/components.js';

const OPTIONS = Object.values(UNPROVEN).map(({ word, text }) => [word, word, text] as const);

/** @param chosen the word of the stored choice; '' while none was made */
export function ConsultFields(props: {
  form: Form;
  chosen: string;
  stored: boolean;
  faults: Faults;
}): VNode {
  const { form, chosen, stored, faults } = props;
  return (
    <>
      <h2>Consulta Integrada</h2>
      <p class="hint">
        Con estas credenciales se pregunta a SUNAT por una boleta cuya respuesta se perdió; sin
        ellas no hay con qué probar que la tiene. Se crean en SOL, en «Credenciales de API SUNAT».
        {stored && ' Si dejas los dos campos en blanco, quedan las guardadas.'}
      </p>
      <Field name="consulta_id" label="Id" value={form.text('consulta_id')} faults={faults} />
      <Field name="consulta_clave" label="Clave de la consulta" type="password" faults={faults} />
      <Choice
        name="politica"
        label={UNPROVEN_QUESTION}
        value={form.text('politica') || chosen}
        options={OPTIONS}
        faults={faults}
      />
    </>
  );
}
