/**
 * The search box of every page: finds a reference, a number, an id, a RUC, a request id or a job,
 * and goes straight to a single result.
 */
import { type DocumentSummary, findBusiness, searchDocuments } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Empty } from '../html/components.js';
import { ReferenceTable } from './referenceTable.js';

const MAX_RESULTS = 50;
const MAX_TERM = 200;

export async function search(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user } = request;
  const term = request.query('q').slice(0, MAX_TERM);
  if (term === '') return redirect('/referencias');
  const own = user.businessId === null ? {} : { businessId: user.businessId };
  const business = /^\d{11}$/.test(term) ? await findBusiness(deps.db, term) : null;
  if (business && (user.businessId === null || user.businessId === business.id))
    return redirect(`/negocios/${business.ruc}`);
  const found = await searchDocuments(deps.db, term, { ...own, limit: MAX_RESULTS });
  const single = singleResult(found, term);
  if (single) return redirect(`/referencias/${single.documentId}`);
  return page(
    'Buscar',
    <>
      <h1>Buscar</h1>
      {found.length === 0 ? <NothingFound term={term} /> : <Results term={term} found={found} />}
    </>,
  );
}

/** The only result, or the only one whose reference is exactly the term. */
function singleResult(
  found: readonly DocumentSummary[],
  term: string,
): DocumentSummary | undefined {
  const exact = found.filter(({ key }) => key === term);
  if (exact.length === 1) return exact[0];
  return found.length === 1 ? found[0] : undefined;
}

const NothingFound = ({ term }: { term: string }): VNode => (
  <Empty>
    Nada con «{term}». Probamos: referencia (desde su comienzo), número como F001-123, id, RUC de un
    negocio, código de solicitud y, entre los comprobantes más recientes, documento del cliente. ¿Es
    de otro ambiente?
  </Empty>
);

function Results({ term, found }: { term: string; found: readonly DocumentSummary[] }): VNode {
  const full = found.length === MAX_RESULTS;
  return (
    <>
      {full && (
        <p class="hint">Hay más. Si es un número, escribe el RUC delante: 20123456786-B001-123.</p>
      )}
      <ReferenceTable
        caption={`${full ? `Los primeros ${MAX_RESULTS}` : found.length} con «${term}»`}
        references={found}
      />
    </>
  );
}
