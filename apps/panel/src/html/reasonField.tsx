/** The field for the reason of an action. */
import type { VNode } from 'preact';
import type { PageRequest } from '../edge/pageRequest.js';
import { TextArea } from './fields.js';
import type { Faults } from './form.js';
import { REASON_HINT } from './reason.js';

export function ReasonField({
  request,
  faults,
  label = '¿Por qué?',
  hint = REASON_HINT,
  suggested = '',
}: {
  request: PageRequest;
  faults: Faults;
  label?: string;
  hint?: string;
  suggested?: string;
}): VNode {
  const value = request.form.text('motivo') || suggested;
  return <TextArea name="motivo" label={label} hint={hint} value={value} faults={faults} />;
}
