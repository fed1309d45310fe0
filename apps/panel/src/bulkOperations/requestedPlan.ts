/**
 * The plan that a page or a form asks for: what is done, and the documents that it is done to,
 * chosen one by one or by the filter of a list.
 */
import {
  type Db,
  findBusiness,
  listStuckDocuments,
  type OperationTask,
  type PlannedDocument,
  planOperation,
  type Resolution,
  type ReviewReason,
  type StuckReason,
} from '@rafaga/db';
import { many, REVIEW, STUCK } from '@rafaga/operations';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { listFilter } from '../references/listFilter.js';
import { UNFILTERED } from '../references/stuckList.js';
import { readIds } from './idList.js';

/** A plan takes no more references than these, the oldest. */
export const MAX_PLANNED = 5_000;

export interface RequestedPlan {
  task: OperationTask;
  /** How the documents were chosen, in words. */
  selection: string;
  documents: PlannedDocument[];
  /** There are more than a plan takes. */
  more: boolean;
}

/** The tasks by their word in an address. */
const TASKS = {
  reanudar: { action: 'resume' },
  descartar: { action: 'resolve', resolution: 'discarded' },
  aceptar: { action: 'resolve', resolution: 'accepted' },
  rechazar: { action: 'resolve', resolution: 'rejected' },
} as const satisfies Record<string, OperationTask>;
export type TaskWord = keyof typeof TASKS;

const WORD_OF = {
  discarded: 'descartar',
  accepted: 'aceptar',
  rejected: 'rechazar',
} as const satisfies Record<Resolution, TaskWord>;

export const taskWord = (task: OperationTask): TaskWord =>
  task.action === 'resume' ? 'reanudar' : WORD_OF[task.resolution];

function taskOf(word: string): OperationTask {
  if (word === '') return TASKS.reanudar;
  if (!Object.hasOwn(TASKS, word)) throw notFound();
  return TASKS[word as TaskWord];
}

/** The plan of an address: of the references that it names, or of those that its filter finds. */
export async function planOfAddress(request: AuthenticatedRequest): Promise<RequestedPlan> {
  const { deps, url, query } = request;
  const task = taskOf(query('accion'));
  const chosen = url.searchParams.getAll('referencia');
  if (chosen.length > 0) return planOfIds(deps.db, task, chosen.map(Number), byHand(chosen.length));
  if (query('motivo') === '' && query('ver') !== 'detenidas')
    return planOfIds(deps.db, task, [], 'ninguna');
  const { ids, selection } = await filteredIds(request);
  return planOfIds(deps.db, task, ids, selection);
}

const byHand = (count: number): string => `${many(count, 'elegida', 'elegidas')} a mano`;

/** The plan that a form holds: exactly the references that its page showed. */
export async function planOfForm({ deps, form }: AuthenticatedRequest): Promise<RequestedPlan> {
  const ids = readIds(form.text('referencias'));
  if (!ids || ids.length > MAX_PLANNED)
    throw new PageRefusal(400, 'El plan llegó incompleto. Vuelve a la lista y elige otra vez.');
  const selection = form.text('seleccion').slice(0, 300) || byHand(ids.length);
  return planOfIds(deps.db, taskOf(form.text('accion')), ids, selection);
}

async function planOfIds(
  db: Db,
  task: OperationTask,
  ids: readonly number[],
  selection: string,
): Promise<RequestedPlan> {
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0)) throw notFound();
  const documents = await planOperation(db, task, ids.slice(0, MAX_PLANNED));
  return { task, selection, documents, more: ids.length > MAX_PLANNED };
}

/** The references that the list of stuck ones shows with the same query. */
async function filteredIds(request: AuthenticatedRequest) {
  const { deps, query } = request;
  const [ruc, reason, code] = [query('ruc'), query('motivo'), query('codigo')];
  const business = /^\d{11}$/.test(ruc) ? await findBusiness(deps.db, ruc) : null;
  if (ruc !== '' && !business) throw notFound();
  const ofReview = Object.hasOwn(REVIEW, reason);
  const { filter, words, unread, ignored } = listFilter(request, {
    without: UNFILTERED,
    own: ofReview ? ['motivo', 'codigo'] : ['motivo'],
  });
  const refused = [...unread, ...ignored.map(([field]) => field)];
  if (refused.length > 0)
    throw new PageRefusal(
      400,
      `El filtro no se entendió: ${refused.join(', ')}. Corrígelo en la lista.`,
    );
  const found = await listStuckDocuments(deps.db, {
    ...stuckFilter(reason, code),
    scope: business?.id ?? request.scope,
    only: filter,
    limit: MAX_PLANNED + 1,
  });
  const chosen = [causeText(reason), ofReview && code && `código ${code}`, business?.legalName];
  return {
    ids: found.map(({ documentId }) => documentId),
    selection: [...chosen, ...words].filter(Boolean).join(' · '),
  };
}

function stuckFilter(reason: string, code: string) {
  if (reason === '') return {};
  if (Object.hasOwn(STUCK, reason)) return { reason: reason as StuckReason };
  if (!Object.hasOwn(REVIEW, reason)) throw notFound();
  const review = { reason: reason as ReviewReason, code: code || null };
  return { reason: 'review' as const, review };
}

function causeText(reason: string): string {
  if (reason === '') return 'todas las detenidas';
  return Object.hasOwn(STUCK, reason)
    ? STUCK[reason as StuckReason]
    : REVIEW[reason as ReviewReason];
}
