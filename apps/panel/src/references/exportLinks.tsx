/** How a list is downloaded: as shown, or with the data of clients for a role that may see them. */
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { withQuery } from './listAddress.js';

export function ExportLinks(props: {
  request: AuthenticatedRequest;
  /** The list: its tab, its business and its filters. */
  query: Readonly<Record<string, string | undefined>>;
  /** Whether its rows name clients. */
  clients: boolean;
}): VNode {
  const { request, query, clients } = props;
  const address = withQuery('/referencias.csv', query);
  return (
    <div class="row">
      {/* the response is an attachment: with `download`, a login would be saved under its name */}
      <a href={address}>Descargar CSV</a>
      {clients && isPermitted(request.user.role, 'references.reveal') && (
        <ActionButton
          request={request}
          action={address}
          tone="quiet"
          label="CSV con datos de clientes (se anota)"
        />
      )}
    </div>
  );
}
