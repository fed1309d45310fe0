/** Forms, their buttons and the list of their faults. */
import type { ComponentChildren, VNode } from 'preact';
import { KEPT_FORM, type KeptForm } from '../edge/keptForm.js';
import type { PageRequest } from '../edge/pageRequest.js';
import { KeptFields } from './keptFields.js';

/** The faults of a form by field name; '' holds a fault of the form as a whole. */
export type Faults = Readonly<Record<string, string>>;

/**
 * A form that is posted to the panel with the token of the request's cookie. One that was sent
 * before a login shows again what it held.
 */
export function Form(props: {
  request: PageRequest;
  action?: string;
  files?: boolean;
  class?: string;
  attributes?: Record<string, string>;
  children: ComponentChildren;
}): VNode {
  const { request, files, children } = props;
  const action = props.action ?? ownAddress(request);
  const kept = keptFor(request, action);
  return (
    <form
      method="post"
      action={action}
      {...(props.class ? { class: props.class } : {})}
      {...(files ? { enctype: 'multipart/form-data' } : {})}
      {...props.attributes}
      noValidate
    >
      <input type="hidden" name="ficha" value={request.formToken} />
      {kept && <input type="hidden" name={KEPT_FORM} value={kept.token} />}
      <KeptFields.Provider value={kept?.form}>{children}</KeptFields.Provider>
    </form>
  );
}

/** The kept form that was sent to this action; a part of the page that hides it is then open. */
export const keptFor = ({ kept }: PageRequest, action: string): KeptForm | undefined =>
  kept?.action === action.split('?')[0] ? kept : undefined;

/** The address of the open page without its notice. */
function ownAddress({ url }: PageRequest): string {
  const query = new URLSearchParams(url.search);
  for (const name of ['hecho', KEPT_FORM]) query.delete(name);
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}

/** A form that is only a button. */
export function ActionButton(props: {
  request: PageRequest;
  action: string;
  label: string;
  tone?: Tone;
  hidden?: Record<string, string>;
  about?: string;
  /** It has the focus when the page opens. */
  first?: boolean;
}): VNode {
  return (
    <Form request={props.request} action={props.action} class="act">
      {Object.entries(props.hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button tone={props.tone} about={props.about} first={props.first}>
        {props.label}
      </Button>
    </Form>
  );
}

/** A button that only opens a page. */
export const OpenButton = (props: {
  href: string;
  label: string;
  tone?: Tone;
  about?: string;
}): VNode => {
  const { pathname, searchParams } = new URL(props.href, 'http://panel');
  return (
    <form method="get" action={pathname} class="act">
      {[...searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button tone={props.tone} about={props.about}>
        {props.label}
      </Button>
    </form>
  );
};

type Tone = 'main' | 'quiet' | 'danger';

export function Button(props: {
  tone?: Tone | undefined;
  about?: string | undefined;
  children: ComponentChildren;
  name?: string;
  value?: string;
  first?: boolean | undefined;
}): VNode {
  return (
    <button
      type="submit"
      class={`button ${props.tone ?? 'main'}`}
      {...(props.first ? { autofocus: true } : {})}
      {...(props.name ? { name: props.name, value: props.value ?? '' } : {})}
    >
      {props.children}
      {props.about && <span class="unseen"> {props.about}</span>}
    </button>
  );
}

/** All faults above the form, each linked to its field; screen readers announce the list. */
export function FaultList({ faults }: { faults: Faults }): VNode | null {
  const entries = Object.entries(faults);
  if (entries.length === 0) return null;
  return (
    <div class="faults" role="alert" tabIndex={-1} data-focus aria-labelledby="hay-un-problema">
      <h2 id="hay-un-problema">
        {entries.length === 1 ? 'Hay un problema' : `Hay ${entries.length} problemas`}
      </h2>
      <ul>
        {entries.map(([name, text]) => (
          <li key={name}>{name ? <a href={`#${name}`}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  );
}
