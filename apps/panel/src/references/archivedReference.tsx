/** The page of a document whose month is detached: all of it, and no action. */
import { type DocumentSummary, EVERY_BUSINESS, findBusiness } from '@rafaga/db';
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
      <h1>{found.reference}</h1>
      <p class="lead">
        <DocumentState found={found} /> <Tag severity="calm">archivado</Tag> {name}
      </p>
      <SaleSummary document={document} business={business} revealed={revealed} />
      <WhereItIs bundle={bundle} command={request.scope === EVERY_BUSINESS && commandOf(found)} />
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

/** The command gives the documents of all businesses with the reference, unless one is named. */
const commandOf = ({ reference, ruc }: DocumentSummary): string =>
  `rafaga archivar buscar ${reference} --negocio ${ruc}`;

/** @param props.command for a user with a terminal; false for the user of a business */
const WhereItIs = ({ bundle, command }: { bundle: string; command: string | false }): VNode => (
  <dl class="sentences">
    <div>
      <dt>Qué pasó</dt>
      <dd>Su mes terminó y está archivado: esta página se lee de su paquete y ya no cambia.</dd>
    </div>
    <div>
      <dt>Qué puedes hacer</dt>
      <dd>Ver sus datos y sus archivos, aquí abajo. Ya no se envía, se consulta ni se resuelve.</dd>
    </div>
    <div>
      <dt>Dónde está</dt>
      <dd>
        <code class="wide">{bundle}</code>
      </dd>
    </div>
    <div>
      <dt>Con su prueba</dt>
      <dd>
        {command === false ? (
          'Quien administra Ráfaga puede darte ese paquete, cuya firma prueba que nada cambió.'
        ) : (
          <>
            La firma del paquete prueba que nada cambió. En la terminal:{' '}
            <code class="wide">{command}</code>
          </>
        )}
      </dd>
    </div>
  </dl>
);
