/** The page of a document whose month is detached: all of it, and no action. */
import { findBusiness } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Tag } from '../html/components.js';
import { DocumentState } from '../html/states.js';
import { isPermitted } from '../users/permissions.js';
import { FileLinks } from './fileLinks.js';
import { Identifiers, ReferenceData } from './referenceData.js';
import type { ReferenceDetails } from './requestedReference.js';
import { RevealButton } from './revealButton.js';
import { Sale } from './sale.js';
import { SaleSummary } from './saleSummary.js';
import { Timeline } from './timeline.js';

export async function showArchived(
  request: AuthenticatedRequest,
  details: ReferenceDetails,
  bundle: string,
  revealed: boolean,
): Promise<PageResponse> {
  const { found, document, history } = details;
  const business = await findBusiness(request.deps.db, found.ruc);
  const mayReveal = isPermitted(request.user.role, 'references.reveal');
  const name = `${KIND[found.kind]} ${found.series}-${found.number}`;
  return page(
    name,
    <>
      <p class="crumbs">
        <a href="/referencias">Referencias</a>
      </p>
      <h1>{found.key}</h1>
      <p class="lead">
        <DocumentState found={found} /> <Tag severity="calm">archivado</Tag> {name}
      </p>
      <SaleSummary document={document} business={business} revealed={revealed} />
      <WhereItIs bundle={bundle} reference={found.key} />
      <h2>Línea de tiempo</h2>
      <Timeline document={document} history={history} />
      <h2>Archivos</h2>
      <FileLinks document={document} allowed={mayReveal} />
      <h2>Datos</h2>
      <ReferenceData details={details} />
      <Identifiers details={details} />
      <Sale document={document} revealed={revealed} />
      {!revealed && mayReveal && <RevealButton request={request} document={document} />}
    </>,
  );
}

const WhereItIs = ({ bundle, reference }: { bundle: string; reference: string }): VNode => (
  <dl class="sentences">
    <div>
      <dt>Qué pasó</dt>
      <dd>Su mes terminó y está archivado: esta página se lee del paquete y ya no cambia.</dd>
    </div>
    <div>
      <dt>Dónde está</dt>
      <dd>
        <code class="wide">{bundle}</code>
      </dd>
    </div>
    <div>
      <dt>Cómo se saca con su prueba</dt>
      <dd>
        <code class="wide">{`rafaga archivar buscar ${reference}`}</code>
      </dd>
    </div>
  </dl>
);
