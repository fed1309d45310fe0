/** The button that shows the personal data of a document once. */
import type { StoredDocument } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton } from '../html/components.js';

export const RevealButton = (props: {
  request: AuthenticatedRequest;
  document: StoredDocument;
}): VNode => (
  <p>
    <ActionButton
      request={props.request}
      action={`/referencias/${props.document.id}/mostrar`}
      label="Mostrar los datos personales (queda registrado)"
      tone="quiet"
    />
  </p>
);
