/** The buttons of an operation: approve, decline, pause, continue, cancel. */
import {
  approveOperation,
  cancelOperation,
  continueOperation,
  type Db,
  type Decider,
  declineOperation,
  pauseOperation,
} from '@rafaga/db';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { isPermitted } from '../users/permissions.js';
import { requestedOperation } from './operationPage.js';
import { orRefused } from './startOperation.js';

type Change = (db: Db, by: Decider, id: number) => Promise<void>;

const pressed =
  (change: Change) =>
  async (request: AuthenticatedRequest): Promise<PageResponse> => {
    const { id } = await requestedOperation(request);
    const { deps, user } = request;
    await orRefused(change(deps.db, { ...request.by(), userId: user.id }, id));
    return redirect(`/operaciones/${id}`);
  };

export const approve = pressed(approveOperation);
export const pause = pressed(pauseOperation);
export const resume = pressed(continueOperation);
export const cancel = pressed(cancelOperation);

/** Declined by a user who may approve, or withdrawn by its proposer. */
export async function decline(request: AuthenticatedRequest): Promise<PageResponse> {
  const { proposedBy } = await requestedOperation(request);
  const { user } = request;
  if (proposedBy !== user.id && !isPermitted(user.role, 'proposals.approve'))
    throw new PageRefusal(403, 'La rechaza un operador o un administrador, o quien la propuso.');
  return pressed(declineOperation)(request);
}
