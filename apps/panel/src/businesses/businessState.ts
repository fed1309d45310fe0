/** Suspends a business, and pauses or resumes what it sends. */
import { holdBusiness, resumeBusiness, setBusinessState } from '@rafaga/db';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';

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
