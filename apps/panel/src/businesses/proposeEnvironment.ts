/**
 * Proposes another environment for a business together with its pending documents; a second person
 * has to approve it.
 */
import { listSeriesToBegin, targetOf } from '@rafaga/db';
import { toBeginText } from '@rafaga/operations';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { hasFaults } from '../html/formPage.js';
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
  else if (business.state === 'active') {
    const series = await listSeriesToBegin(deps.db, business.id, authority);
    if (series.length > 0) faults.nuevo = `${toBeginText(series, authority)}. Elígelo abajo.`;
  }
  if (reason.length < 5 || reason.length > 1_000)
    faults.motivo = 'Di por qué, en 5 caracteres o más.';
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
