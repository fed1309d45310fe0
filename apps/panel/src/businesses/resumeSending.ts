/** Ends the pause of a business, so that workers send its documents again. */
import { resumeBusiness } from '@rafaga/db';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';

export async function resumeSending(request: BusinessRequest): Promise<PageResponse> {
  await resumeBusiness(request.deps.db, request.by(), request.business.id);
  return redirectWithNotice(`/negocios/${request.business.ruc}`, 'envio_reanudado');
}
