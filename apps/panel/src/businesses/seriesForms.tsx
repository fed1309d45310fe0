/** The forms of the series: one adds a series, one proposes a higher next number. */
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { Button, type Faults, Field, Form, keptFor } from '../html/components.js';
import { REASON_HINT } from '../html/reason.js';
import { wizardQuery } from './businessLayout.js';

interface SeriesFormProps {
  request: BusinessRequest;
  faults: Faults;
}

/** After a fault of the other form these fields hold their first values. */
export function AddSeriesForm({ request, faults }: SeriesFormProps): VNode {
  const { form } = request;
  const other = form.text('codigo') !== '';
  return (
    <>
      <h2>Agregar una serie</h2>
      <Form request={request}>
        <Field
          name="series"
          label="Serie"
          hint="4 caracteres: B y tres más para boletas, F y tres más para facturas."
          width={10}
          value={other ? '' : form.text('series')}
          faults={faults}
        />
        <Field
          name="siguiente"
          label="Primer número"
          hint="1, salvo que otro sistema ya haya emitido con ella."
          inputMode="numeric"
          width={10}
          value={other ? '1' : form.text('siguiente') || '1'}
          faults={faults}
        />
        <Button>Agregar</Button>
      </Form>
    </>
  );
}

export function NextNumberForm({ request, faults }: SeriesFormProps): VNode {
  const { form, business } = request;
  const action = `/negocios/${business.ruc}/series/siguiente${wizardQuery(request)}`;
  const isFaulty = ['codigo', 'numero', 'motivo'].some((name) => faults[name] !== undefined);
  return (
    <details open={isFaulty || keptFor(request, action) !== undefined}>
      <summary>Cambiar el número siguiente</summary>
      <p>
        Solo hacia adelante: los números que se saltan quedan sin usar para siempre. Lo propone una
        persona y lo aprueba otra, con rol de operador o administrador.
      </p>
      <Form request={request} action={action}>
        <Field
          name="codigo"
          label="Serie que cambia"
          width={10}
          value={form.text('codigo')}
          faults={faults}
        />
        <Field
          name="numero"
          label="Número siguiente"
          inputMode="numeric"
          width={10}
          value={form.text('numero')}
          faults={faults}
        />
        <Field
          name="motivo"
          label="¿Por qué?"
          hint={REASON_HINT}
          value={form.text('motivo')}
          faults={faults}
        />
        <Button tone="danger">Proponer el cambio</Button>
      </Form>
    </details>
  );
}
