/** The list of businesses, and the form for a new one. */
import { createBusiness, summarizeBusinesses } from '@rafaga/db';
import { faultOfRuc, hasCheckDigit } from '@rafaga/operations';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, Empty, FaultList, type Faults, Field, Form, Table } from '../html/components.js';
import { count } from '../html/formats.js';
import { formPage, hasFaults } from '../html/formPage.js';
import { BusinessState } from '../html/states.js';
import { isPermitted } from '../users/permissions.js';
import { Steps } from './businessLayout.js';
import { DataFields, readData, typedValues } from './dataFields.js';
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

export const newPage = (request: AuthenticatedRequest): PageResponse => showNew(request, {});

const showNew = (request: AuthenticatedRequest, faults: Faults): PageResponse =>
  formPage(
    'Nuevo negocio',
    faults,
    <>
      <FaultList faults={faults} />
      <Steps current="datos" />
      <div class="narrow">
        <h1>Nuevo negocio</h1>
        <p>Se guarda en cada paso: puedes salir y seguir después.</p>
        <Form request={request}>
          <Field
            name="ruc"
            label="RUC"
            inputMode="numeric"
            width={20}
            value={request.form.text('ruc')}
            faults={faults}
          />
          <DataFields faults={faults} values={typedValues(request.form)} />
          <Button>Guardar y continuar</Button>
        </Form>
      </div>
    </>,
  );

export async function createNew(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, form } = request;
  const ruc = form.text('ruc').replace(/\s/g, '');
  const { data, faults } = readData(form);
  const fault =
    faultOfRuc(ruc) ??
    (deps.production && !hasCheckDigit(ruc)
      ? 'el dígito verificador no corresponde: revisa si hay un número cambiado.'
      : undefined);
  if (fault)
    return showNew(request, { ruc: fault.charAt(0).toUpperCase() + fault.slice(1), ...faults });
  if (hasFaults(faults)) return showNew(request, faults);
  try {
    // the authority is chosen together with the access; without an access nothing is sent
    await createBusiness(deps.db, request.by(), {
      ...data,
      ruc,
      authority: deps.production ? 'production' : 'simulator',
    });
  } catch (error) {
    if ((error as { code?: string }).code === 'P2002')
      return showNew(request, { ruc: 'Ya hay un negocio con ese RUC.' });
    throw error;
  }
  return redirectWithNotice(`/negocios/${ruc}/certificado?asistente=1`, 'creado');
}
