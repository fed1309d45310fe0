/** The fields of a form; label, hint and fault are tied to each for screen readers. */
import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Form } from '../edge/form.js';
import { KEPT_FIELDS } from '../edge/keptForm.js';
import type { Faults } from './form.js';
import { KeptFields } from './keptFields.js';

interface FieldProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  faults?: Faults;
  value?: string;
}

function FieldFrame({
  name,
  label,
  hint,
  faults,
  children,
}: FieldProps & { children: ComponentChildren }): VNode {
  const fault = faults?.[name];
  return (
    <div class={fault ? 'field wrong' : 'field'}>
      <label for={name}>{label}</label>
      <HintAndFault name={name} hint={hint} fault={fault} />
      {children}
    </div>
  );
}

/** The hint and the fault of a field. */
const HintAndFault = ({
  name,
  hint,
  fault,
}: {
  name: string;
  hint: ComponentChildren;
  fault: string | undefined;
}): VNode => (
  <>
    {hint && (
      <p class="hint" id={`${name}-ayuda`}>
        {hint}
      </p>
    )}
    {fault && (
      <p class="fault" id={`${name}-error`}>
        <span class="unseen">Error: </span>
        {fault}
      </p>
    )}
  </>
);

const described = ({ name, hint, faults }: FieldProps) => {
  const ids = [hint && `${name}-ayuda`, faults?.[name] && `${name}-error`]
    .filter(Boolean)
    .join(' ');
  return {
    ...(ids ? { 'aria-describedby': ids } : {}),
    ...(faults?.[name] ? { 'aria-invalid': 'true' as const } : {}),
  };
};

interface InputProps extends FieldProps {
  type?: 'text' | 'password' | 'email' | 'file' | 'color' | 'date' | 'datetime-local';
  /** In characters, of those that the stylesheet has; the whole column when left out. */
  width?: 10 | 20;
  autocomplete?: string;
  inputMode?: 'numeric' | 'email';
  accept?: string;
  /** The field that has the focus when the page opens. */
  first?: boolean;
  /** More attributes of the input. */
  attributes?: Readonly<Record<string, string>>;
}

export function Field(props: InputProps): VNode {
  const { name, type = 'text', width, autocomplete = 'off', inputMode, accept } = props;
  const kept = useContext(KeptFields);
  const secret = type === 'password' || type === 'file';
  const note = secret && !props.faults?.[name] && kept ? keptSecret(kept, name, type) : undefined;
  const hint = note ?? props.hint;
  return (
    <FieldFrame {...props} hint={hint}>
      {note && <input type="hidden" name={KEPT_FIELDS} value={name} />}
      <input
        id={name}
        name={name}
        // the JSX types know other attributes for each type; these are common to all of these
        {...({ type } as { type: 'text' })}
        autocomplete={autocomplete}
        {...(width ? { class: `w${width}` } : {})}
        {...(inputMode ? { inputMode } : {})}
        {...(accept ? { accept } : {})}
        {...(props.first ? { autofocus: true } : {})}
        spellcheck={false}
        {...(secret ? {} : { value: keptText(kept, name) ?? props.value ?? '' })}
        {...described({ ...props, hint })}
        {...props.attributes}
      />
    </FieldFrame>
  );
}

/** What was typed before the login; undefined when that form had no such field. */
const keptText = (kept: Form | undefined, name: string): string | undefined =>
  kept?.names().includes(name) ? kept.raw(name) : undefined;

/** The hint of a secret or a file that is still known; neither is sent to the browser again. */
function keptSecret(kept: Form, name: string, type: 'password' | 'file'): string | undefined {
  if (type === 'password')
    return kept.raw(name) ? 'Ya la escribiste: déjala en blanco para usar esa.' : undefined;
  const file = kept.fileName(name);
  return file ? `Ya lo elegiste (${file}): elige otro solo para cambiarlo.` : undefined;
}

export function TextArea(props: FieldProps & { rows?: number }): VNode {
  const kept = useContext(KeptFields);
  return (
    <FieldFrame {...props}>
      <textarea id={props.name} name={props.name} rows={props.rows ?? 3} {...described(props)}>
        {keptText(kept, props.name) ?? props.value ?? ''}
      </textarea>
    </FieldFrame>
  );
}

export type Options = readonly (readonly [value: string, label: string, hint?: string])[];

export function Select(props: FieldProps & { options: Options }): VNode {
  const chosen = keptText(useContext(KeptFields), props.name) ?? props.value;
  return (
    <FieldFrame {...props}>
      <select id={props.name} name={props.name} {...described(props)}>
        {props.options.map(([value, label]) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Radio buttons. The first has the group's name as its id, so that a fault links to it. */
export function Choice(props: FieldProps & { options: Options; first?: boolean }): VNode {
  const { name, label, hint, faults, options } = props;
  const value = keptText(useContext(KeptFields), name) ?? props.value;
  return (
    <fieldset class={faults?.[name] ? 'field wrong' : 'field'} {...described(props)}>
      <legend>{label}</legend>
      <HintAndFault name={name} hint={hint} fault={faults?.[name]} />
      {options.map(([option, text, about], index) => {
        const id = index === 0 ? name : `${name}-${option}`;
        return (
          <div class="option" key={option}>
            <input
              type="radio"
              id={id}
              name={name}
              value={option}
              checked={option === value}
              {...(props.first && index === 0 ? { autofocus: true } : {})}
            />
            <label for={id}>
              {text}
              {about && <span class="hint">{about}</span>}
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}

export function Check(props: {
  name: string;
  label: string;
  hint?: string;
  checked: boolean;
  value?: string;
}): VNode {
  const kept = useContext(KeptFields);
  const id = props.value ? `${props.name}-${props.value}` : props.name;
  return (
    <div class="option">
      <input
        type="checkbox"
        id={id}
        name={props.name}
        value={props.value ?? 'si'}
        checked={kept ? kept.all(props.name).includes(props.value ?? 'si') : props.checked}
      />
      <label for={id}>
        {props.label}
        {props.hint && <span class="hint">{props.hint}</span>}
      </label>
    </div>
  );
}
