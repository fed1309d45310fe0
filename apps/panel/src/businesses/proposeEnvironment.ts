/**
 * Proposes another environment for a business together with its pending documents; a second person
 * has to approve it.
 */
import { targetOf } from '@rafaga/db';
import { readNumberObstacle } from '@rafaga/operations/business';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { hasFaults } from '../html/formPage.js';
import { reasonFault } from '../html/reason.js';
import { addProposal } from '../proposals/proposals.js';
import { showAccess } from './access.js';
import { offeredAuthorities } from './authorities.js';
import { wizardQuery } from './businessLayout.js';

export async function proposeChange(request: BusinessRequest): Promise<PageResponse> {
  const { form, business, deps } = request;
  const reason = form.text('motivo');
  const authority = offeredAuthorities(deps, business).find((name) => name === form.text('nuevo'));
  const faults: Record<string, string> = {};
  if (!authority || authority === business.authority)
    faults.nuevo = 'Elige el ambiente al que pasa.';
  else {
    const obstacle = await readNumberObstacle(deps.db, business, authority);
    if (obstacle) faults.nuevo = `${obstacle.text}. Elígelo abajo.`;
  }
  const unreasoned = reasonFault(reason);
  if (unreasoned) faults.motivo = unreasoned;
  if (!authority || hasFaults(faults)) return showAccess(request, faults);
  await addProposal(request, reason, {
    action: 'environment.change',
    businessId: business.id,
    ...targetOf({ authority }),
  });
  return redirectWithNotice(
    `/negocios/${business.ruc}/conexion${wizardQuery(request)}`,
    'propuesta',
  );
}
