/** The last step of a business's setup: what is ready, what is missing, and the activation. */
import { findAccessTrials, type RehearsalResult, setBusinessState } from '@rafaga/db';
import { keepsInactive, setupIssues } from '@rafaga/operations';
import { readBusinessSetup } from '@rafaga/operations/business';
import type { VNode } from 'preact';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { ActionButton, Button, type Faults, Form, keptFor, Note } from '../html/components.js';
import { hasFaults } from '../html/formPage.js';
import { reasonFault } from '../html/reason.js';
import { ReasonField } from '../html/reasonField.js';
import { withQuery } from '../references/listAddress.js';
import { isPermitted } from '../users/permissions.js';
import { Checklist } from './activationChecklist.js';
import { businessPage, isInWizard, wizardQuery } from './businessLayout.js';
import { RehearsalSection, requestedResult } from './rehearsalView.js';
import { hasPassed, isWaiting, makeRehearsal, resultPage } from './rehearse.js';
import { SetupIssues } from './setupIssues.js';

export const activationPage = (request: BusinessRequest): Promise<PageResponse> =>
  showActivation(request, {});

/** How often the page looks for the result of a rehearsal that it waits for. */
const WAITING_S = 2;

async function showActivation(request: BusinessRequest, faults: Faults): Promise<PageResponse> {
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
      <Checklist request={request} setup={setup} issues={issues} trials={trials} />
      {issues.length > 0 && <SetupIssues request={request} issues={issues} />}
      <div data-live={result && isWaiting(result) ? WAITING_S : 0}>
        <RehearsalSection request={request} result={result} />
        <Activation
          request={request}
          blocked={issues.some(keepsInactive)}
          result={result}
          faults={faults}
        />
      </div>
    </div>,
    faults,
  );
}

interface ActivationProps {
  request: BusinessRequest;
  blocked: boolean;
  result: RehearsalResult | undefined;
  faults: Faults;
}

function Activation({ request, blocked, result, faults }: ActivationProps): VNode | null {
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
  const passed = result !== undefined && hasPassed(result);
  return (
    <>
      <ActionButton
        request={request}
        action={activationAddress(request, { ensayo: passed ? request.query('ensayo') : '' })}
        label="Activar negocio"
        first={passed}
      />
      {state === 'draft' && !passed && (
        <SkipRehearsal request={request} result={result} faults={faults} />
      )}
    </>
  );
}

/** The form that activates it without a rehearsal, with a reason. */
function SkipRehearsal({ request, result, faults }: Omit<ActivationProps, 'blocked'>): VNode {
  const action = activationAddress(request, { sin_ensayo: '1' });
  // the button that activates it after a rehearsal sends a form without a reason to the same path
  const kept = keptFor(request, action)?.form.names().includes('motivo');
  return (
    <>
      <p class="hint">Antes de activarlo se hace el ensayo: si falla, no se activa.</p>
      <details open={(result && !isWaiting(result)) || hasFaults(faults) || kept}>
        <summary>Saltar el ensayo</summary>
        <Form request={request} action={action}>
          <ReasonField
            request={request}
            faults={faults}
            label="¿Por qué se activa sin un ensayo que haya terminado bien?"
          />
          <Button tone="danger">Activar sin ensayo</Button>
        </Form>
      </details>
    </>
  );
}

const activationAddress = (request: BusinessRequest, more: Record<string, string>): string =>
  withQuery(`/negocios/${request.business.ruc}/activar`, {
    asistente: isInWizard(request) ? '1' : '',
    ...more,
  });

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
  const reason = request.query('sin_ensayo') ? request.form.text('motivo') : undefined;
  const fault = reason === undefined ? undefined : reasonFault(reason);
  if (fault) return showActivation(request, { motivo: fault });
  const failed = business.state === 'draft' && reason === undefined && (await rehearsed(request));
  if (failed) return failed;
  const by = request.by(reason && `Sin ensayo: ${reason}`);
  await setBusinessState(deps.db, by, business.id, 'active');
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(
    `/negocios/${business.ruc}/credenciales${wizardQuery(request)}`,
    'activado',
  );
}

/** Undefined when a rehearsal has passed: the one that the address names, or one made now. */
async function rehearsed(request: BusinessRequest): Promise<PageResponse | undefined> {
  const before = await requestedResult(request);
  if (before && hasPassed(before)) return undefined;
  const { token, result } = await makeRehearsal(request);
  if (hasPassed(result)) return undefined;
  return redirectWithNotice(
    resultPage(request, token),
    isWaiting(result) ? 'ensayo_en_espera' : 'ensayo_fallido',
  );
}
