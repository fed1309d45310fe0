/** The filters of a list as a form that is sent into the address, and what they are in words. */

import { peruvianDate } from '@rafaga/fiscal';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import { UNKNOWN_RUC } from '../businesses/requestedBusiness.js';
import { Button, Check, Field, Note, Select } from '../html/components.js';
import { listAddress } from './listAddress.js';
import { type ListFilter, STATE_FILTERS } from './listFilter.js';

const FIELD_NAMES: Readonly<Record<string, string>> = {
  estado: 'Estado',
  motivo: 'Motivo',
  tipo: 'Tipo',
  serie: 'Serie',
  del: 'Creado desde',
  al: 'Creado hasta',
  cliente: 'Cliente',
  monto: 'Total',
  codigo: 'Código de SUNAT',
  vence: 'Vence',
  respuesta_desde: 'Respuesta desde',
};

interface FilterFormProps {
  list: ListFilter;
  /** What the list is besides its filters: its tab, its business, its series. */
  kept: Readonly<Record<string, string | undefined>>;
  /** Fields that say nothing in this list. */
  without?: readonly string[];
  /** The states that this list can hold; all when left out. */
  states?: readonly string[] | undefined;
  /** For a list of all businesses: one can be chosen. */
  chooseBusiness: boolean;
  /** What was written as the RUC of a business, and is of none. */
  wrongRuc?: string;
}

export function FilterForm(props: FilterFormProps): VNode {
  const { list, kept, without = [], states, chooseBusiness, wrongRuc } = props;
  const { given, words, unread } = list;
  const due = unread.includes('vence') ? undefined : given.vence;
  const has = (field: string) => !without.includes(field);
  const text = (field: string) => (
    <Field name={field} label={FIELD_NAMES[field] ?? ''} value={given[field] ?? ''} />
  );
  return (
    <>
      {words.length > 0 && (
        <p>
          Filtrado: <strong>{words.join(' · ')}</strong>.{' '}
          <a href={listAddress(kept)}>Quitar los filtros</a>
        </p>
      )}
      <Unread fields={unread} given={given} />
      <Ignored fields={list.ignored} />
      <details open={unread.length > 0 || wrongRuc !== undefined}>
        <summary>{words.length > 0 ? 'Cambiar los filtros' : 'Filtrar'}</summary>
        <form method="get" action="/referencias" class="filters">
          <Hidden
            values={{
              motivo: given.motivo,
              respuesta_desde: unread.includes('respuesta_desde') ? '' : given.respuesta_desde,
              ...kept,
            }}
          />
          {has('estado') && (
            <Select
              name="estado"
              label="Estado"
              value={given.estado ?? ''}
              options={stateOptions(states)}
            />
          )}
          <Select name="tipo" label="Tipo" value={given.tipo ?? ''} options={KINDS} />
          {text('serie')}
          <Field name="del" {...momentOf(given.del)} label="Creado desde" />
          <Field name="al" {...momentOf(given.al)} label="Creado hasta" />
          <Field name="cliente" label="Cliente: documento o nombre" value={given.cliente ?? ''} />
          <Field name="monto" label="Total (118.00 o 100-200)" value={given.monto ?? ''} />
          {has('codigo') && text('codigo')}
          {chooseBusiness && <RucField wrong={wrongRuc} />}
          {has('vence') && (
            <Check
              name="vence"
              value={due ?? 'hoy'}
              label={
                due === undefined || due === 'hoy'
                  ? 'Vence hoy o ya venció'
                  : `Vence hasta el ${peruvianDate(due)}`
              }
              checked={due !== undefined}
            />
          )}
          <Button tone="quiet">Filtrar</Button>
        </form>
      </details>
    </>
  );
}

const RucField = ({ wrong }: { wrong: string | undefined }): VNode => (
  <Field
    name="ruc"
    label="RUC del negocio"
    inputMode="numeric"
    value={wrong ?? ''}
    faults={wrong === undefined ? {} : { ruc: UNKNOWN_RUC }}
  />
);

const ANY = ['', 'todos'] as const;
const stateOptions = (states: readonly string[] = Object.keys(STATE_FILTERS)) => [
  ANY,
  ...states.map((word) => [word, STATE_FILTERS[word]?.[1] ?? word] as const),
];
const KINDS = [ANY, ...Object.entries(KIND)];

/** A link of the panel may name an hour, which a field of days would drop. */
const momentOf = (text = '') =>
  ({ type: text.includes('T') ? 'datetime-local' : 'date', value: text }) as const;

/** A field that was not understood is told, and filters nothing. */
const Unread = ({
  fields,
  given,
}: {
  fields: readonly string[];
  given: Readonly<Record<string, string>>;
}): VNode | null =>
  fields.length === 0 ? null : (
    <Note severity="warn" title="Un filtro no se entendió">
      <p>
        {fields.map((field) => `${FIELD_NAMES[field]}: «${given[field]}»`).join(' · ')}. La lista no
        lo toma en cuenta.
      </p>
    </Note>
  );

/** A field of the address that this list does not filter by. */
const Ignored = ({ fields }: { fields: ListFilter['ignored'] }): VNode | null =>
  fields.length === 0 ? null : (
    <Note severity="warn" title="Un filtro no se usa en esta lista">
      <p>
        {fields.map(([field, text]) => `${FIELD_NAMES[field]}: «${text}»`).join(' · ')}. Se muestran
        todas, sin ese filtro.
      </p>
    </Note>
  );

const Hidden = ({ values }: { values: Readonly<Record<string, string | undefined>> }): VNode => (
  <>
    {Object.entries(values).map(([name, value]) =>
      value ? <input key={name} type="hidden" name={name} value={value} /> : null,
    )}
  </>
);
