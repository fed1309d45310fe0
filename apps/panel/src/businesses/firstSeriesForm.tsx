/**
 * The wizard's question about what a business issues: how its prices come, which kinds of
 * documents, and the series of each. Prices have no preset answer: the wrong one makes every total
 * wrong by the IGV, and no error tells.
 */
import type { Business } from '@rafaga/db';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { Button, Check, Choice, type Faults, Field, Form } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { wizardQuery } from './businessLayout.js';
import { chosenPrices } from './chosenPrices.js';
import { hasSeenValues, SeenValues } from './seenValues.js';

export const KINDS = [
  {
    kind: 'boleta',
    name: 'boletas',
    label: 'Boletas',
    meaning: 'Para consumidores: con DNI, con otro documento o sin nombre. Su serie empieza con B.',
    series: 'B001',
  },
  {
    kind: 'factura',
    name: 'facturas',
    label: 'Facturas',
    meaning: 'Para clientes con RUC, que descuentan el IGV. Su serie empieza con F.',
    series: 'F001',
  },
] as const;

const PRICES = [
  ['con', 'con IGV', 'S/ 118.00 se cobran como S/ 118.00: el IGV va dentro del precio.'],
  ['sin', 'sin IGV', 'S/ 100.00 se cobran como S/ 118.00: el IGV se suma al precio.'],
] as const;

type FirstSettings = Pick<Business, 'boletas' | 'facturas' | 'exonerationAllowed'>;

/** The settings that the form overwrites. */
export const firstSettings = (prices: string | undefined, settings: FirstSettings) => [
  prices,
  settings.boletas,
  settings.facturas,
  settings.exonerationAllowed,
];

interface FormProps {
  request: BusinessRequest;
  /** The kinds that have a series already. */
  known: readonly string[];
  faults: Faults;
}

export function FirstSeriesForm({ request, known, faults }: FormProps): VNode {
  const { business, form, user } = request;
  const sent = hasSeenValues(form);
  return (
    <Form
      request={request}
      action={`/negocios/${business.ruc}/series/primeras${wizardQuery(request)}`}
    >
      <SeenValues request={request} stored={firstSettings(chosenPrices(business), business)} />
      {isPermitted(user.role, 'businesses.govern') ? (
        <Choice
          name="precios"
          label="Los precios que envía tu sistema (precio_unitario) llegan"
          hint="Es la diferencia entre cobrar S/ 100.00 y S/ 118.00."
          value={sent ? form.text('precios') : (chosenPrices(business) ?? '')}
          options={PRICES}
          faults={faults}
          first
        />
      ) : (
        chosenPrices(business) === undefined && (
          <p class="hint">Un operador elige si tus precios llegan con IGV o sin IGV.</p>
        )
      )}
      {KINDS.map((each) => (
        <KindFields
          key={each.kind}
          request={request}
          faults={faults}
          sent={sent}
          {...each}
          known={known}
        />
      ))}
      {isPermitted(user.role, 'businesses.govern') && (
        <Check
          name="exonerado"
          label="Vende también exonerado del IGV"
          hint="Libros, alimentos sin procesar, ventas en la Amazonía. Si no, la API lo rechaza."
          checked={sent ? form.checked('exonerado') : business.exonerationAllowed}
        />
      )}
      <Button>Guardar y continuar</Button>
      <p class="hint">
        Las llamadas por minuto, la cuenta de prueba y la firma se cambian después, en Ajustes.
      </p>
    </Form>
  );
}

type KindProps = FormProps & { sent: boolean } & (typeof KINDS)[number];

function KindFields(props: KindProps): VNode {
  const { request, faults, sent, known, kind, name, label, meaning, series } = props;
  const { form, business, user } = request;
  const has = known.includes(kind);
  return (
    <fieldset class={faults[name] ? 'field wrong' : 'field'}>
      <legend>{label}</legend>
      {faults[name] && <p class="fault">{faults[name]}</p>}
      {isPermitted(user.role, 'businesses.govern') ? (
        <Check
          name={name}
          label={`Emite ${name}`}
          hint={meaning}
          checked={sent ? form.checked(name) : business[name]}
        />
      ) : (
        <p class="hint">{meaning}</p>
      )}
      {!has && (
        <div class="row">
          <Field
            name={`serie_${kind}`}
            label={`Serie de ${name}`}
            width={10}
            value={sent ? form.text(`serie_${kind}`) : series}
            faults={faults}
          />
          <Field
            name={`numero_${kind}`}
            label={`Primer número de ${name}`}
            inputMode="numeric"
            width={10}
            value={sent ? form.text(`numero_${kind}`) : '1'}
            faults={faults}
          />
        </div>
      )}
    </fieldset>
  );
}
