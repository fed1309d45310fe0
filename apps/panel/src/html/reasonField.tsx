/** The field for the reason of an action. */
import type { VNode } from 'preact';
import type { PageRequest } from '../edge/pageRequest.js';
import { TextArea } from './fields.js';
import type { Faults } from './form.js';

export function ReasonField({
  request,
  faults,
  label = '¿Por qué?',
  hint = 'Queda en la auditoría, con tu nombre.',
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
