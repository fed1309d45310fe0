/** The last step of a business's setup: what is ready, what is missing, and the activation. */

import {
  type AccessTrials,
  type Business,
  findAccessTrials,
  setBusinessState,
  type UnprovenPolicy,
} from '@rafaga/db';
import { PAPER_FORMATS } from '@rafaga/fiscal';
import { keepsInactive, setupIssues, UNPROVEN } from '@rafaga/operations';
import { readBusinessSetup } from '@rafaga/operations/business';
import type { ComponentChildren, VNode } from 'preact';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { ActionButton, Note, Tag } from '../html/components.js';
import { day } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { TrialTag } from './accessTrials.js';
import { businessPage, wizardQuery } from './businessLayout.js';
import { seriesText } from './overview.js';
import { RehearsalSection, requestedResult } from './rehearsalView.js';
import { SetupIssues } from './setupIssues.js';

export async function activationPage(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, now } = request;
  const [setup, trials, result] = await Promise.all([
    readBusinessSetup(deps.db, business),
    findAccessTrials(deps.db, business.id),
    requestedResult(request),
  ]);
  const issues = setupIssues(setup, now).filter(({ is }) => is !== 'state');
  return businessPage(
    request,
    'Probar y activar',
    <div class="narrow">
      <Checklist {...{ business, setup, issues, trials }} />
      {issues.length > 0 && <SetupIssues ruc={business.ruc} issues={issues} />}
      <RehearsalSection request={request} result={result} />
      <Activation
        request={request}
        blocked={issues.some(keepsInactive)}
        rehearsed={result !== undefined}
      />
    </div>,
  );
}

interface ChecklistProps {
  business: Business;
  setup: Awaited<ReturnType<typeof readBusinessSetup>>;
  issues: ReturnType<typeof setupIssues>;
  trials: AccessTrials;
}

function Checklist({ business, setup, issues, trials }: ChecklistProps): VNode {
  const certified = !issues.some(({ is }) => is.startsWith('certificate'));
  return (
    <ul class="checks">
      <Check good={setup.certificate !== undefined && certified}>
        {setup.certificate
          ? `Certificado del RUC ${setup.certificate.subjectRuc ?? 'no indicado'}, hasta el ` +
            `${day(setup.certificate.notAfter)}`
          : 'Certificado'}
      </Check>
      {setup.hasAccess ? (
        <li>
          <TrialTag what="Usuario SOL" trial={trials.sol} />
        </li>
      ) : (
        <Check good={false}>Usuario SOL</Check>
      )}
      <Check good>
        Precios {business.pricesIncludeTax ? 'con IGV' : 'sin IGV'}{' '}
        <a href={`/negocios/${business.ruc}/series?asistente=1`}>Cambiar</a>
      </Check>
      {business.boletas && business.authority !== 'simulator' && (
        <Check good={setup.hasConsult || business.unprovenChosenAt !== null}>
          {setup.hasConsult
            ? 'Credenciales de Consulta Integrada guardadas'
            : `Boletas sin Consulta Integrada: ${policyText(business)}`}
        </Check>
      )}
      <Check good={setup.series.some(({ active }) => active)}>Series {seriesText(setup)}</Check>
      <Check good>
        PDF de muestra:{' '}
        {PAPER_FORMATS.map((format) => (
          <>
            <a href={`/negocios/${business.ruc}/pdf/muestra?papel=${format}`}>{format}</a>{' '}
          </>
        ))}
      </Check>
      {business.test && (
        <Check good={false}>Es una cuenta de prueba: aunque se active, no podrá emitir</Check>
      )}
    </ul>
  );
}

const policyText = ({ unprovenChosenAt, unprovenPolicy }: Business): string =>
  unprovenChosenAt ? UNPROVEN[unprovenPolicy as UnprovenPolicy].word : 'falta elegir qué hacer';

interface ActivationProps {
  request: BusinessRequest;
  blocked: boolean;
  rehearsed: boolean;
}

function Activation({ request, blocked, rehearsed }: ActivationProps): VNode | null {
  const { ruc, state } = request.business;
  if (state === 'active')
    return (
      <Note severity="good" title="Está activo">
        <p>
          Sigue con sus <a href={`/negocios/${ruc}/credenciales`}>credenciales</a>: con ellas llama
          a la API.
        </p>
      </Note>
    );
  if (!isPermitted(request.user.role, 'businesses.govern'))
    return (
      <Note severity="calm">
        <p>Cuando todo esté listo, un operador lo activa.</p>
      </Note>
    );
  if (blocked) return null;
  return (
    <ActionButton
      request={request}
      action={`/negocios/${ruc}/activar${wizardQuery(request)}`}
      label="Activar negocio"
      first={rehearsed}
    />
  );
}

const Check = ({ good, children }: { good: boolean; children: ComponentChildren }): VNode => (
  <li>
    <Tag severity={good ? 'good' : 'warn'}>{good ? 'listo' : 'falta'}</Tag> {children}
  </li>
);

export async function activate(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  const setup = await readBusinessSetup(deps.db, business);
  const blocking = setupIssues(setup, request.now).filter(keepsInactive);
  if (blocking.length > 0)
    throw new PageRefusal(
      409,
      'Todavía no se puede activar. ' +
        `${blocking.map(({ text }) => text.replace(/\.?$/, '.')).join(' ')}`,
    );
  await setBusinessState(deps.db, request.by(), business.id, 'active');
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(
    `/negocios/${business.ruc}/credenciales${wizardQuery(request)}`,
    'activado',
  );
}
