/**
 * The plan of a bulk operation: how many references, which, what happens to each, what is left out
 * and why; and the form that starts it. The address holds a token, so that a reload or the way back
 * finds the operation that this page started instead of starting another one.
 */
import { randomUUID } from 'node:crypto';
import { findOperationByToken, type PlannedDocument } from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { readSendingStops } from '../health/readHealth.js';
import type { SendingStop } from '../health/sendingStops.js';
import { Button, Empty, FaultList, type Faults, Form } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { ReasonField } from '../html/reasonField.js';
import { isPermitted } from '../users/permissions.js';
import { writeIds } from './idList.js';
import { canaryPlan, effectOf, taskTitle } from './operationWords.js';
import { PlanNote } from './planNote.js';
import { LeftOut, PlanFacts, PlannedTable } from './planTables.js';
import { planOfAddress, type RequestedPlan, taskWord } from './requestedPlan.js';
import { StopNote } from './stopNote.js';
import { TaskLinks } from './taskLinks.js';

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isToken = (text: string): boolean => TOKEN.test(text);

export async function planPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const token = request.query('plan');
  if (!isToken(token)) return redirect(withToken(request, randomUUID()));
  const started = await findOperationByToken(request.deps.db, token);
  if (started !== undefined) return redirect(`/operaciones/${started}`);
  return showPlan(request, await planOfAddress(request), token, {});
}

function withToken({ url }: AuthenticatedRequest, token: string): string {
  const query = new URLSearchParams(url.search);
  query.set('plan', token);
  return `${url.pathname}?${query}`;
}

export async function showPlan(
  request: AuthenticatedRequest,
  plan: RequestedPlan,
  token: string,
  faults: Faults,
): Promise<PageResponse> {
  const stops = plan.task.action === 'resume' ? await readSendingStops(request.deps) : [];
  return formPage(
    taskTitle(plan.task),
    faults,
    <>
      <FaultList faults={faults} />
      <p class="crumbs">
        <a href="/operaciones">Operaciones</a>
      </p>
      <h1>{taskTitle(plan.task)}</h1>
      {request.url.searchParams.has('plan') && <TaskLinks request={request} plan={plan} />}
      <PlanBody request={request} plan={plan} token={token} faults={faults} stops={stops} />
    </>,
  );
}

interface PlanProps {
  request: AuthenticatedRequest;
  plan: RequestedPlan;
  token: string;
  faults: Faults;
}

function PlanBody(props: PlanProps & { stops: readonly SendingStop[] }): VNode {
  const { request, plan, token, faults, stops } = props;
  const ready = plan.documents.filter(({ exclusion }) => !exclusion);
  const leftOut = plan.documents.filter(({ exclusion }) => exclusion);
  return (
    <>
      <PlanFacts plan={plan} ready={ready} leftOut={leftOut} />
      {ready.length === 0 ? (
        <Empty>
          {plan.documents.length === 0 && request.query('elegidas') !== ''
            ? 'No elegiste ninguna: vuelve a la lista y marca algunas.'
            : 'No queda ninguna por hacer.'}
        </Empty>
      ) : (
        <>
          <h2>Qué pasará</h2>
          <p>{effectOf(plan.task)}</p>
          <p>{canaryPlan(plan.task)}</p>
          <StopNote stops={stops} />
          <PlanNote task={plan.task} documents={ready} />
          <PlannedTable documents={ready} />
        </>
      )}
      {leftOut.length > 0 && <LeftOut documents={leftOut} />}
      {ready.length > 0 && isPermitted(request.user.role, 'operations.act') && (
        <StartForm request={request} plan={plan} token={token} faults={faults} ready={ready} />
      )}
    </>
  );
}

function StartForm(props: PlanProps & { ready: readonly PlannedDocument[] }): VNode {
  const { request, plan, token, faults, ready } = props;
  const hidden = {
    plan: token,
    accion: taskWord(plan.task),
    seleccion: plan.selection,
    referencias: writeIds(plan.documents.map(({ documentId }) => documentId)),
  };
  return (
    <Form request={request} action="/operaciones" class="narrow">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ReasonField
        request={request}
        faults={faults}
        hint="Queda en la auditoría y en cada línea de tiempo. También lo lee el negocio."
      />
      <div class="row">
        <Button tone={plan.task.action === 'resume' ? 'main' : 'danger'}>
          {startLabel(plan, ready.length)}
        </Button>
        <a href="/referencias">Volver sin hacer nada</a>
      </div>
    </Form>
  );
}

const startLabel = ({ task }: RequestedPlan, documents: number): string =>
  `${task.action === 'resume' ? 'Reanudar' : 'Proponer'} ` +
  `${documents === 1 ? 'la' : 'las'} ${count(documents)}`;
