/** The references whose documents are pending at SUNAT, the oldest first. */
import { type Business, listPendingDocuments } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Empty } from '../html/components.js';
import { listCursor, listPage, Pager } from '../html/pager.js';
import { listAddress } from './listAddress.js';
import { ReferenceTable } from './referenceTable.js';

export async function pendingList(
  request: AuthenticatedRequest,
  business: Business | undefined,
): Promise<VNode> {
  const cursor = listCursor(request);
  const found = await listPendingDocuments(request.deps.db, {
    businessId: business?.id,
    ...cursor,
  });
  const list = listPage(found, cursor);
  return (
    <>
      {list.rows.length === 0 ? (
        <Empty>{cursor.from ? 'No hay más.' : 'No hay comprobantes pendientes de SUNAT.'}</Empty>
      ) : (
        <ReferenceTable caption="Pendientes, el más antiguo primero" references={list.rows} />
      )}
      <Pager
        list={list}
        keyOf={({ documentId }) => documentId}
        href={(more) => listAddress({ ver: 'pendientes', ruc: business?.ruc, ...more })}
        label="Páginas de pendientes"
      />
    </>
  );
}
