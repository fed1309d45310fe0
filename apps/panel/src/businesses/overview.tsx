/** One business at a glance: what it lacks, its settings, and what an operator may do with it. */
import type { Business, Environment, UnprovenPolicy } from '@rafaga/db';
import {
  count,
  ENVIRONMENT,
  keepsInactive,
  nextInSeries,
  setupIssues,
  UNPROVEN,
} from '@rafaga/operations';
import { readBusinessSetup } from '@rafaga/operations/business';
import type { VNode } from 'preact';
import { remedyOf } from '../advice/stops.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { isHeld, pauseEnd } from '../health/issuerProblems.js';
import { readSendingStops } from '../health/readHealth.js';
import type { SendingStop } from '../health/sendingStops.js';
import { ActionButton, DescriptionList, Note, OpenButton, Tag } from '../html/components.js';
import { moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { AUTHORITY_NAMES } from './authorities.js';
import { businessPage } from './businessLayout.js';
import { chosenPrices } from './chosenPrices.js';
import { shown } from './districtField.js';
import { CertificateExpiry, FIX_PAGES, SetupIssues } from './setupIssues.js';

type Setup = Awaited<ReturnType<typeof readBusinessSetup>>;

export async function overview(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, now, user } = request;
  const setup = await readBusinessSetup(deps.db, business);
  const issues = setupIssues(setup, now);
  const [blocking] = issues.filter(keepsInactive);
  const govern = isPermitted(user.role, 'businesses.govern');
  const paused = business.pausedUntil !== null && business.pausedUntil > now;
  return businessPage(
    request,
    'Resumen',
    <>
      {issues.length > 0 && <SetupIssues request={request} issues={issues} />}
      {paused && (
        <PauseNote request={request} govern={govern} stops={await readSendingStops(deps)} />
      )}
      <Settings business={business} setup={setup} now={now} />
      {isPermitted(user.role, 'audit.see') && (
        <p>
          <a href={`/auditoria?ruc=${business.ruc}`}>Quién cambió qué</a>
        </p>
      )}
      {govern && <Actions request={request} blocking={blocking?.is} />}
    </>,
  );
}

interface PauseNoteProps {
  request: BusinessRequest;
  govern: boolean;
  /** What keeps every document from being sent, besides the pause. */
  stops: readonly SendingStop[];
}

function PauseNote({ request, govern, stops }: PauseNoteProps): VNode {
  const { ruc, pauseReason, pausedUntil } = request.business;
  return (
    <Note severity="warn" title="El envío a SUNAT está en pausa">
      <p>
        {pauseReason ? `Motivo: ${pauseReason.replace(/\.?$/, '.')}` : 'Sin motivo.'}{' '}
        {pausedUntil && pauseEnd(pausedUntil, stops)} Lo emitido espera y no se pierde.
      </p>
      {pausedUntil && !isHeld(pausedUntil) && <p>{remedyOf(pauseReason)}</p>}
      {govern && (
        <ActionButton
          request={request}
          action={`/negocios/${ruc}/reanudar`}
          label="Reanudar el envío"
        />
      )}
    </Note>
  );
}

interface SettingsProps {
  business: Business;
  setup: Setup;
  now: Date;
}

const Settings = ({ business, setup, now }: SettingsProps): VNode => {
  const prices = chosenPrices(business);
  return (
    <DescriptionList
      rows={[
        ['Nombre comercial', business.tradeName],
        ['Dirección', addressText(business)],
        ['Emite', kindsText(business)],
        ['Precios que llegan', prices ? `${prices} IGV` : <Missing />],
        ['Operaciones exoneradas', business.exonerationAllowed ? 'permitidas' : 'no permitidas'],
        ['Llamadas por minuto', count(business.ratePerMinute)],
        ['Ambiente de SUNAT', authorityText(business)],
        ['Usuario SOL', setup.hasAccess ? 'guardado' : <Missing />],
        ['Consulta Integrada', setup.hasConsult ? 'credenciales guardadas' : 'sin credenciales'],
        [
          'Si se pierde una respuesta',
          business.boletas && UNPROVEN[business.unprovenPolicy as UnprovenPolicy].word,
        ],
        ['Certificado', <CertificateExpiry at={setup.certificate?.notAfter ?? null} now={now} />],
        ['Series', seriesText(setup) || <Missing />],
        ['Creado', moment(business.createdAt)],
      ]}
    />
  );
};

const addressText = ({ address, ubigeo }: Business): string =>
  [address, ubigeo && shown(ubigeo)].filter(Boolean).join(' · ');

const Missing = (): VNode => <Tag severity="warn">falta</Tag>;

const kindsText = ({ boletas, facturas }: Business): string =>
  [boletas && 'boletas', facturas && 'facturas'].filter(Boolean).join(' y ') || 'nada';

export const seriesText = ({ series }: Setup): string =>
  series
    .filter(({ active }) => active)
    .map((each) => `${each.code} (${nextInSeries(each)})`)
    .join(', ');

/** An address of the operator's own has the environment that the operator declared. */
function authorityText({ authority, environment }: Business): string {
  const name = AUTHORITY_NAMES[authority] ?? authority;
  return authority === 'custom' ? `${name}, ${ENVIRONMENT[environment as Environment]}` : name;
}

interface ActionsProps {
  request: BusinessRequest;
  /** The first issue that keeps the business from being activated. */
  blocking: string | undefined;
}

function Actions({ request, blocking }: ActionsProps): VNode {
  const { ruc, state, pausedUntil } = request.business;
  const path = `/negocios/${ruc}`;
  return (
    <>
      <h2>Operar</h2>
      <div class="row">
        {state !== 'active' && blocking && (
          <a class="button main" href={`${path}/${FIX_PAGES[blocking] ?? 'datos'}?asistente=1`}>
            Completar lo que falta
          </a>
        )}
        {state !== 'active' && !blocking && (
          <ActionButton request={request} action={`${path}/activar`} label="Activar" />
        )}
        {state === 'active' && (
          <OpenButton href={`${path}/suspender`} label="Suspender" tone="danger" />
        )}
        {state === 'active' && !(pausedUntil && isHeld(pausedUntil)) && (
          <OpenButton href={`${path}/pausar`} label="Pausar el envío a SUNAT" tone="quiet" />
        )}
      </div>
    </>
  );
}
