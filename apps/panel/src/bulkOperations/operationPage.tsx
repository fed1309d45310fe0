/** One bulk operation: its state, its canary, its progress and each of its references, live. */
import {
  findOperation,
  findOperationItem,
  findSummary,
  listOperationItems,
  type Operation,
  type OperationProgress,
  operationProgress,
  planAsProposed,
} from '@rafaga/db';
import { whatHappened } from '../advice/advice.js';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { readSendingStops } from '../health/readHealth.js';
import { clock } from '../html/formats.js';
import { listCursor, listPage, MAX_INTEGER, Pager } from '../html/pager.js';
import { CanaryNote } from './canaryNote.js';
import { OperationControls } from './operationControls.js';
import { OperationFacts } from './operationFacts.js';
import { taskTitle } from './operationWords.js';
import { awaited, ProgressSection } from './progressSection.js';
import { ResultTable } from './resultTable.js';
import { DecisionNote, StopNote } from './stopNote.js';

export async function requestedOperation({
  deps,
  param,
}: AuthenticatedRequest): Promise<Operation> {
  const id = param('id');
  const found = /^[1-9]\d{0,8}$/.test(id) ? await findOperation(deps.db, Number(id)) : undefined;
  if (!found) throw notFound();
  return found;
}

/** The reference that is done first, and what became of it in words. */
async function canaryOf({ deps: { db }, now }: AuthenticatedRequest, operation: Operation) {
  if (operation.canary === null) return undefined;
  const item = await findOperationItem(db, operation.id, operation.canary);
  const found = item && (await findSummary(db, item.documentId));
  return item && found && { item, happened: whatHappened(found, now) };
}

/** How often the page is fetched: while references are done, and while SUNAT answers for them. */
const RUNNING_S = 1;
const SETTLING_S = 2;
const PROPOSED_S = 15;

function everySeconds({ state, endedAt }: Operation, progress: OperationProgress): number {
  if (state === 'running') return RUNNING_S;
  if (state === 'proposed') return PROPOSED_S;
  return endedAt !== null && awaited(progress) === 0 ? 0 : SETTLING_S;
}

const isUnderWay = ({ endedAt, state }: Operation): boolean =>
  endedAt === null && state !== 'proposed';

export async function operationPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { db } = request.deps;
  const operation = await requestedOperation(request);
  const cursor = listCursor(request, MAX_INTEGER);
  const [progress, items, canary, stops, plan] = await Promise.all([
    operationProgress(db, operation.id),
    listOperationItems(db, operation.id, cursor),
    canaryOf(request, operation),
    isUnderWay(operation) ? readSendingStops(request.deps) : [],
    operation.state === 'proposed' ? planAsProposed(db, operation) : [],
  ]);
  const list = listPage(items, cursor);
  return page(
    `Operación ${operation.id}`,
    <>
      <p class="crumbs">
        <a href="/operaciones">Operaciones</a>
      </p>
      <h1>
        Operación {operation.id}: {taskTitle(operation.task).toLowerCase()}
      </h1>
      <div data-live={everySeconds(operation, progress)}>
        <OperationFacts operation={operation} />
        <OperationControls request={request} operation={operation} plan={plan} />
        {operation.task.action === 'resume' ? (
          <StopNote stops={stops} />
        ) : (
          <DecisionNote stops={stops} />
        )}
        {canary && <CanaryNote operation={operation} {...canary} />}
        <ProgressSection operation={operation} progress={progress} />
        <ResultTable operation={operation} items={list.rows} />
        <p class="hint">Actualizado a las {clock(request.now)}.</p>
      </div>
      <Pager
        list={list}
        keyOf={({ position }) => position}
        href={(more) => `/operaciones/${operation.id}?${new URLSearchParams(more)}`}
        label="Páginas de referencias de la operación"
      />
      <p>
        <a href={`/operaciones/${operation.id}/resultado`}>Descargar el resultado (CSV)</a>
      </p>
    </>,
  );
}
