/** Keeps a form from undoing in silence what another user saved since the form was opened. */
import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { EMPTY_FORM, type Form } from '../edge/form.js';
import type { PageRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';
import { KeptFields } from '../html/keptFields.js';

const NAME = 'visto';

interface SeenValuesProps {
  request: PageRequest;
  /** What the form is about, as it is stored now. */
  stored: readonly unknown[];
}

/**
 * A form that comes back after a login holds what was typed before it, and so also the digest of
 * what was stored then: what another user saved meanwhile is noticed. After a fault it holds that
 * of now, because the page has told of the change.
 */
export function SeenValues({ request, stored }: SeenValuesProps): VNode {
  const kept = useContext(KeptFields);
  const seen = request.form === EMPTY_FORM ? kept?.text(NAME) : undefined;
  return <input type="hidden" name={NAME} value={seen || digestOf(stored)} />;
}

/** Whether the form that was sent has `SeenValues`, and not another form of its page. */
export const hasSeenValues = (form: Form): boolean => form.names().includes(NAME);

/**
 * A fault of the form as a whole, when `stored` is neither what its page was drawn from nor what it
 * would store: a form that is sent twice changes nothing the second time.
 */
export function changedMeanwhile(
  form: Form,
  { stored, wanted }: Record<'stored' | 'wanted', readonly unknown[]>,
): Faults {
  const seen = form.text(NAME);
  const now = digestOf(stored);
  return seen === '' || seen === now || digestOf(wanted) === now ? {} : { '': CHANGED };
}

const CHANGED =
  'Otra persona cambió estos datos después de que abriste la página, y no se guardó nada. Ábrela ' +
  'otra vez para verlos; si guardas de nuevo desde aquí, queda todo como lo ves aquí.';

const digestOf = (stored: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(stored)).digest('base64url');
