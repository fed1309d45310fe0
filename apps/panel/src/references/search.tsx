/**
 * The box on every page: a reference, a number, an id, a RUC, a request, a job; what is found alone
 * is shown at once.
 */
import { type DocumentSummary, findBusiness, searchDocuments } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Empty, Table } from '../html/components.js';
import { moment, money } from '../html/formats.js';
import { DocumentState } from '../html/states.js';

const MOST = 50;

export async function search(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user } = request;
  const asked = request.query('q').slice(0, 200);
  if (asked === '') return redirect('/referencias');
  const own = user.businessId === null ? {} : { businessId: user.businessId };
  const business = /^\d{11}$/.test(asked) ? await findBusiness(deps.db, asked) : null;
  if (business && (user.businessId === null || user.businessId === business.id))
    return redirect(`/negocios/${business.ruc}`);
  const found = await searchDocuments(deps.db, asked, { ...own, limit: MOST });
  const exact = found.filter(({ key }) => key === asked);
  const [only] = exact.length === 1 ? exact : found.length === 1 ? found : [];
  if (only) return redirect(`/referencias/${only.documentId}`);
  return page(
    'Buscar',
    <>
      <h1>Buscar</h1>
      {found.length === 0 ? (
        <Empty>
          Nada con «{asked}». Probamos: referencia (desde su comienzo), número como F001-123, id,
          RUC de un negocio, código de solicitud y, entre los comprobantes más recientes, documento
          del cliente. ¿Es de otro ambiente?
        </Empty>
      ) : (
        <>
          {found.length === MOST && (
            <p class="hint">
              Hay más. Si es un número, escribe el RUC delante: 20123456786-B001-123.
            </p>
          )}
          <FoundTable
            caption={`${found.length === MOST ? `Los primeros ${MOST}` : found.length} con «${asked}»`}
            found={found}
          />
        </>
      )}
    </>,
  );
}

/** Documents, one a line. */
export function FoundTable({
  caption,
  found,
  quiet = false,
}: {
  caption: string;
  found: readonly DocumentSummary[];
  quiet?: boolean;
}): VNode {
  return (
    <Table
      caption={caption}
      quiet={quiet}
      head={['Referencia', 'Comprobante', 'Estado', 'Negocio', 'Total', 'Creado']}
      rows={found.map((each) => [
        <a class="wide" href={`/referencias/${each.documentId}`}>
          {each.key}
        </a>,
        <span class="number">
          {KIND[each.kind]} {each.series}-{each.number}
        </span>,
        <DocumentState found={each} />,
        <span class="number">{each.ruc}</span>,
        <span class="number">{money(each.currency, each.total)}</span>,
        <span class="number">{moment(each.createdAt)}</span>,
      ])}
    />
  );
}
