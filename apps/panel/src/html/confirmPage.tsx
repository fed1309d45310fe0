/**
 * The page that asks before something stops: what stops and for whom, what goes on, and the reason,
 * which the audit keeps. It is a page of its own, so that it works without scripts.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Form } from './components.js';
import { formPage } from './formPage.js';
import { reasonFault } from './reason.js';
import { ReasonField } from './reasonField.js';

export interface Confirmation {
  /** As 'Suspender Tiendas Rímac S.A.C.' */
  title: string;
  /** Where it leads back to without doing anything. */
  back: { href: string; label: string };
  stops: readonly ComponentChildren[];
  goesOn: readonly ComponentChildren[];
  /** The button that does it. */
  button: string;
}

/** The fault of the reason in the form of a confirmation; none while the page is only opened. */
export function confirmationFaults({ form }: AuthenticatedRequest): Faults {
  const fault = reasonFault(form.text('motivo'));
  return fault ? { motivo: fault } : {};
}

export const confirmPage = (
  request: AuthenticatedRequest,
  confirmation: Confirmation,
  faults: Faults = {},
): PageResponse => {
  const { title, back, stops, goesOn, button } = confirmation;
  return formPage(
    title,
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <p class="crumbs">
        <a href={back.href}>{back.label}</a>
      </p>
      <h1>{title}</h1>
      <h2>Qué se detiene</h2>
      <Sentences items={stops} />
      <h2>Qué sigue igual</h2>
      <Sentences items={goesOn} />
      <Form request={request}>
        <ReasonField request={request} faults={faults} />
        <div class="row">
          <Button tone="danger">{button}</Button>
          <a href={back.href}>Volver sin hacer nada</a>
        </div>
      </Form>
    </div>,
  );
};

const Sentences = ({ items }: { items: readonly ComponentChildren[] }): VNode => (
  <ul>
    {items.map((item, index) => (
      <li key={index}>{item}</li>
    ))}
  </ul>
);
