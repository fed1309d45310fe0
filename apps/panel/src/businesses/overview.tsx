/**
 * One business at a glance, and what an operator does with it: suspended, its sending paused and
 * resumed.
 */
import {
  type Business,
  type Environment,
  holdBusiness,
  listCertificates,
  resumeBusiness,
  setBusinessState,
  type UnprovenPolicy,
} from '@rafaga/db';
import { ENVIRONMENT, keepsInactive, setupIssues, UNPROVEN } from '@rafaga/operations';
import { readBusinessSetup } from '@rafaga/operations/business';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { ActionButton, DescriptionList, Note, Tag } from '../html/components.js';
import { count, moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { businessPage } from './businessLayout.js';
import { CertificateExpiry, FIX_PAGES, SetupIssues } from './setupIssues.js';

export async function overview(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, now, user } = request;
  const [card, certificates] = await Promise.all([
    readBusinessSetup(deps.db, business),
    listCertificates(deps.db, business.id),
  ]);
  const lacks = setupIssues(card, now);
  const blocking = lacks.filter(keepsInactive);
  const certificate = certificates.find(({ active }) => active);
  const at = `/negocios/${business.ruc}`;
  const govern = isPermitted(user.role, 'businesses.govern');
  const paused = business.pausedUntil !== null && business.pausedUntil > now;
  return businessPage(
    request,
    'Resumen',
    <>
      {lacks.length > 0 && <SetupIssues ruc={business.ruc} lacks={lacks} />}
      {paused && (
        <Note severity="warn" title="El envío a SUNAT está en pausa">
          <p>
            {business.pauseReason
              ? `Motivo: ${business.pauseReason.replace(/\.?$/, '.')}`
              : 'Sin motivo.'}{' '}
            Lo emitido espera y no se pierde.
          </p>
          {govern && (
            <ActionButton request={request} action={`${at}/reanudar`} label="Reanudar el envío" />
          )}
        </Note>
      )}
      <DescriptionList
        rows={[
          ['Nombre comercial', business.tradeName],
          ['Dirección', [business.address, business.ubigeo].filter(Boolean).join(' · ')],
          [
            'Emite',
            [business.boletas && 'boletas', business.facturas && 'facturas']
              .filter(Boolean)
              .join(' y ') || 'nada',
          ],
          ['Precios que llegan', business.pricesIncludeTax ? 'con IGV' : 'sin IGV'],
          ['Operaciones exoneradas', business.exonerationAllowed ? 'permitidas' : 'no permitidas'],
          ['Llamadas por minuto', count(business.ratePerMinute)],
          ['Ambiente de SUNAT', authorityText(business)],
          ['Usuario SOL', card.hasAccess ? 'guardado' : <Tag severity="warn">falta</Tag>],
          ['Consulta Integrada', card.hasConsult ? 'credenciales guardadas' : 'sin credenciales'],
          [
            'Si se pierde una respuesta',
            business.boletas && UNPROVEN[business.unprovenPolicy as UnprovenPolicy].word,
          ],
          ['Certificado', <CertificateExpiry at={certificate?.notAfter ?? null} now={now} />],
          [
            'Series',
            card.series
              .filter(({ active }) => active)
              .map(({ code, lastNumber }) => `${code} (sigue ${lastNumber + 1})`)
              .join(', ') || <Tag severity="warn">falta</Tag>,
          ],
          ['Creado', moment(business.createdAt)],
        ]}
      />
      {isPermitted(user.role, 'audit.see') && (
        <p>
          <a href={`/auditoria?ruc=${business.ruc}`}>Quién cambió qué</a>
        </p>
      )}
      {govern && (
        <>
          <h2>Operar</h2>
          <div class="row">
            {business.state !== 'active' && blocking.length > 0 && (
              <a
                class="button main"
                href={`${at}/${blocking[0] ? (FIX_PAGES[blocking[0].is] ?? 'datos') : 'datos'}?asistente=1`}
              >
                Completar lo que falta
              </a>
            )}
            {business.state !== 'active' && blocking.length === 0 && (
              <ActionButton request={request} action={`${at}/activar`} label="Activar" />
            )}
            {business.state === 'active' && (
              <ActionButton
                request={request}
                action={`${at}/suspender`}
                label="Suspender"
                tone="danger"
              />
            )}
            {business.state === 'active' && !paused && (
              <ActionButton
                request={request}
                action={`${at}/pausar`}
                label="Pausar el envío a SUNAT"
                tone="quiet"
              />
            )}
          </div>
        </>
      )}
    </>,
  );
}

export const AUTHORITY_NAMES: Readonly<Record<string, string>> = {
  simulator: 'simulador: nada llega a SUNAT',
  beta: 'beta de SUNAT: sin validez',
  production: 'producción',
  custom: 'direcciones propias del operador',
};

/** An address of an operator's own is what the operator says that it is. */
function authorityText({ authority, environment }: Business): string {
  const named = AUTHORITY_NAMES[authority] ?? authority;
  return authority === 'custom' ? `${named}, ${ENVIRONMENT[environment as Environment]}` : named;
}

export async function suspend(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  await setBusinessState(deps.db, request.by(), business.id, 'suspended');
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}`, 'suspendido');
}

export async function pause(request: BusinessRequest): Promise<PageResponse> {
  await holdBusiness(
    request.deps.db,
    request.by(`pausado por ${request.user.name}`),
    request.business.id,
  );
  return redirectWithNotice(`/negocios/${request.business.ruc}`, 'envio_pausado');
}

export async function resume(request: BusinessRequest): Promise<PageResponse> {
  await resumeBusiness(request.deps.db, request.by(), request.business.id);
  return redirectWithNotice(`/negocios/${request.business.ruc}`, 'envio_reanudado');
}
