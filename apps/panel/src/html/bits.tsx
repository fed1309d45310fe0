/** The pieces of which every page is made: fields that say what is wrong with them, tags that never speak by colour alone, tables that scroll. */
import type { ComponentChildren, VNode } from 'preact';
import type { Visit } from '../edge/visit.js';

/** What is wrong with a form, by field. */
export type Faults = Readonly<Record<string, string>>;

/** Every form: posted to us, with the visitor's token. */
export function Form(props: { visit: Visit; action?: string; files?: boolean; class?: string; children: ComponentChildren }): VNode {
  const { visit, action, files, children } = props;
  return (
    <form
      method="post"
      action={action ?? ownAddress(visit)}
      {...(props.class ? { class: props.class } : {})}
      {...(files ? { enctype: 'multipart/form-data' } : {})}
      noValidate
    >
      <input type="hidden" name="ficha" value={visit.token} />
      {children}
    </form>
  );
}

/** The page that is open, without the word of what was done before. */
function ownAddress({ url }: Visit): string {
  const query = new URLSearchParams(url.search);
  query.delete('hecho');
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}

/** One button that does one thing. */
export function Act(props: {
  visit: Visit;
  action: string;
  label: string;
  tone?: Tone;
  hidden?: Record<string, string>;
  about?: string;
}): VNode {
  return (
    <Form visit={props.visit} action={props.action} class="act">
      {Object.entries(props.hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button tone={props.tone} about={props.about}>
        {props.label}
      </Button>
    </Form>
  );
}

type Tone = 'main' | 'quiet' | 'danger';

export function Button(props: {
  tone?: Tone | undefined;
  about?: string | undefined;
  children: ComponentChildren;
  name?: string;
  value?: string;
}): VNode {
  return (
    <button type="submit" class={`button ${props.tone ?? 'main'}`} {...(props.name ? { name: props.name, value: props.value ?? '' } : {})}>
      {props.children}
      {props.about && <span class="unseen"> {props.about}</span>}
    </button>
  );
}

/** What is wrong, on top: linked to its fields, and told to whoever listens instead of looking. */
export function FaultList({ faults }: { faults: Faults }): VNode | null {
  const entries = Object.entries(faults);
  if (entries.length === 0) return null;
  return (
    <div class="faults" role="alert" tabIndex={-1} data-focus aria-labelledby="hay-un-problema">
      <h2 id="hay-un-problema">{entries.length === 1 ? 'Hay un problema' : `Hay ${entries.length} problemas`}</h2>
      <ul>
        {entries.map(([name, text]) => (
          <li key={name}>{name ? <a href={`#${name}`}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  faults?: Faults;
  value?: string;
}

function Around({ name, label, hint, faults, children }: FieldProps & { children: ComponentChildren }): VNode {
  const fault = faults?.[name];
  return (
    <div class={fault ? 'field wrong' : 'field'}>
      <label for={name}>{label}</label>
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
      {children}
    </div>
  );
}

const described = ({ name, hint, faults }: FieldProps) => {
  const ids = [hint && `${name}-ayuda`, faults?.[name] && `${name}-error`].filter(Boolean).join(' ');
  return { ...(ids ? { 'aria-describedby': ids } : {}), ...(faults?.[name] ? { 'aria-invalid': 'true' as const } : {}) };
};

export function Field(
  props: FieldProps & {
    type?: 'text' | 'password' | 'email' | 'file' | 'color';
    width?: number;
    autocomplete?: string;
    inputMode?: 'numeric' | 'email';
    accept?: string;
  },
): VNode {
  const { name, type = 'text', value, width, autocomplete = 'off', inputMode, accept } = props;
  return (
    <Around {...props}>
      <input
        id={name}
        name={name}
        // each type has attributes of its own; these are common to all of ours
        {...({ type } as { type: 'text' })}
        autocomplete={autocomplete}
        {...(width ? { class: `w${width}` } : {})}
        {...(inputMode ? { inputMode } : {})}
        {...(accept ? { accept } : {})}
        spellcheck={false}
        {...(type === 'password' || type === 'file' ? {} : { value: value ?? '' })}
        {...described(props)}
      />
    </Around>
  );
}

export function Area(props: FieldProps & { rows?: number }): VNode {
  return (
    <Around {...props}>
      <textarea id={props.name} name={props.name} rows={props.rows ?? 3} {...described(props)}>
        {props.value ?? ''}
      </textarea>
    </Around>
  );
}

export type Options = readonly (readonly [value: string, label: string, hint?: string])[];

export function Select(props: FieldProps & { options: Options }): VNode {
  return (
    <Around {...props}>
      <select id={props.name} name={props.name} {...described(props)}>
        {props.options.map(([value, label]) => (
          <option key={value} value={value} selected={value === props.value}>
            {label}
          </option>
        ))}
      </select>
    </Around>
  );
}

/** Radio buttons: the first carries the group's name, so that an error leads to it. */
export function Choice(props: FieldProps & { options: Options }): VNode {
  const { name, label, hint, faults, value, options } = props;
  return (
    <fieldset class={faults?.[name] ? 'field wrong' : 'field'} {...described(props)}>
      <legend>{label}</legend>
      {hint && (
        <p class="hint" id={`${name}-ayuda`}>
          {hint}
        </p>
      )}
      {faults?.[name] && (
        <p class="fault" id={`${name}-error`}>
          <span class="unseen">Error: </span>
          {faults[name]}
        </p>
      )}
      {options.map(([option, text, about], index) => {
        const id = index === 0 ? name : `${name}-${option}`;
        return (
          <div class="option" key={option}>
            <input type="radio" id={id} name={name} value={option} checked={option === value} />
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

export function Check(props: { name: string; label: string; hint?: string; checked: boolean; value?: string }): VNode {
  const id = props.value ? `${props.name}-${props.value}` : props.name;
  return (
    <div class="option">
      <input type="checkbox" id={id} name={props.name} value={props.value ?? 'si'} checked={props.checked} />
      <label for={id}>
        {props.label}
        {props.hint && <span class="hint">{props.hint}</span>}
      </label>
    </div>
  );
}

export type Mood = 'good' | 'warn' | 'bad' | 'calm';
const SIGNS: Readonly<Record<Mood, string>> = { good: '✓', warn: '!', bad: '✕', calm: '·' };

/** A state: a word first, a sign and a colour beside it. */
export function Tag({ mood, children }: { mood: Mood; children: ComponentChildren }): VNode {
  return (
    <strong class={`tag ${mood}`}>
      <span aria-hidden="true">{SIGNS[mood]} </span>
      {children}
    </strong>
  );
}

/** What matters on a page, in a frame. */
export function Note({ mood, title, children }: { mood: Mood; title?: string; children?: ComponentChildren }): VNode {
  return (
    <div class={`note ${mood}`}>
      {title && (
        <p class="note-title">
          <span aria-hidden="true">{SIGNS[mood]} </span>
          {title}
        </p>
      )}
      {children}
    </div>
  );
}

/** Terms and what they are; without a value they are left out. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }): VNode {
  return (
    <dl class="facts">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** On a phone it scrolls by itself, by hand and by keyboard; the page never does sideways. */
export function Table(props: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  quiet?: boolean;
}): VNode {
  const { caption, head, rows, quiet } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll" tabIndex={0} aria-label={caption}>
      <table>
        <caption class={quiet ? 'unseen' : ''}>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) =>
              title ? (
                <th key={title} scope="col">
                  {title}
                </th>
              ) : (
                <td key="actions" />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
