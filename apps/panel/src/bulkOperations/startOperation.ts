/** Starts a bulk operation, or proposes it where two persons are needed. */
import { createOperation, OperationProblem } from '@rafaga/db';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { reasonFault } from '../html/reason.js';
import { isToken, showPlan } from './planPage.js';
import { planOfForm } from './requestedPlan.js';

/** Sent twice, it leads to the same operation. */
export async function startOperation(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, form, user, by } = request;
  const token = form.text('plan');
  if (!isToken(token)) return redirect('/operaciones/nueva?elegidas=si');
  const plan = await planOfForm(request);
  const reason = form.text('motivo');
  const fault = reasonFault(reason);
  if (fault) return showPlan(request, plan, token, { motivo: fault });
  const id = await orRefused(
    createOperation(
      deps.db,
      { ...by(reason), userId: user.id },
      {
        token,
        task: plan.task,
        selection: plan.selection,
        ids: plan.documents.map(({ documentId }) => documentId),
      },
    ),
  );
  return redirect(`/operaciones/${id}`);
}

export async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof OperationProblem
      ? new PageRefusal(409, OPERATION_PROBLEM[error.reason])
      : error;
  }
}

const OPERATION_PROBLEM: Readonly<Record<OperationProblem['reason'], string>> = {
  empty: 'No queda ninguna referencia por hacer: cambiaron desde que viste el plan.',
  taken: 'Otra operación acaba de tomar una de estas referencias. Vuelve a la lista y mira.',
  gone: 'La operación ya no está como la viste: vuelve a ella y mira.',
  own: 'Es tu propia propuesta: la aprueba otra persona.',
};
