/** The list of businesses. */
import { summarizeBusinesses } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Button, Empty, Field, Table } from '../html/components.js';
import { count } from '../html/formats.js';
import { BusinessState } from '../html/states.js';
import { isPermitted } from '../users/permissions.js';
import { CertificateExpiry } from './setupIssues.js';

const MAX_LISTED = 200;

export async function businesses(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user, now } = request;
  const text = request.query('texto');
  const own = user.businessId === null ? {} : { businessId: user.businessId };
  const lines = await summarizeBusinesses(deps.db, { text, ...own, limit: MAX_LISTED });
  const [only] = lines;
  if (user.businessId !== null && only) return redirect(`/negocios/${only.business.ruc}`);
  const mayCreate = isPermitted(user.role, 'businesses.create');
  return page(
    'Negocios',
    <>
      <h1>Negocios</h1>
      {mayCreate && (
        <p>
          <a class="button main" href="/negocios/nuevo">
            Nuevo negocio
          </a>
        </p>
      )}
      {(lines.length > 0 || text) && (
        <form method="get" action="/negocios" class="row end">
          <Field name="texto" label="Buscar por RUC o razón social" value={text} />
          <Button tone="quiet">Buscar</Button>
        </form>
      )}
      {lines.length === 0 ? (
        <Empty>
          {text
            ? `Ninguno con «${text}».`
            : 'Aún no hay negocios. Crea el primero: toma 5 minutos.'}
        </Empty>
      ) : (
        <Table
          caption={
            lines.length === MAX_LISTED
              ? `Los ${MAX_LISTED} más recientes: busca los demás`
              : 'Los más recientes primero'
          }
          head={['Negocio', 'RUC', 'Estado', 'Certificado', 'Series', 'Pendientes', 'En revisión']}
          rows={lines.map((line) => [
            <a class="wide" href={`/negocios/${line.business.ruc}`}>
              {line.business.legalName}
            </a>,
            <span class="number">{line.business.ruc}</span>,
            <BusinessState business={line.business} now={now} />,
            <CertificateExpiry at={line.certificateUntil} now={now} />,
            line.series,
            count(line.open),
            line.inReview > 0 ? (
              <a href={`/referencias?ver=detenidas&ruc=${line.business.ruc}&motivo=review`}>
                {count(line.inReview)}
              </a>
            ) : (
              '0'
            ),
          ])}
        />
      )}
    </>,
  );
}
