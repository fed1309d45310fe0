/**
 * What one person proposes and another approves: another environment, with the documents that wait
 * for the present one.
 */
import { targetOf } from '@rafaga/db';
import { type Answer, done, type OfBusiness } from '../edge/visit.js';
import { wizardQuery } from '../html/businessFrame.js';
import { AUTHORITIES, showAccess } from './access.js';
import { putForward } from './proposals.js';

export async function proposeChange(visit: OfBusiness): Promise<Answer> {
  const { form, business, deps } = visit;
  const reason = form.text('motivo');
  const authority = AUTHORITIES.find(
    (name) => name === form.text('nuevo') && (name !== 'simulator' || !deps.production),
  );
  const faults: Record<string, string> = {};
  if (!authority || authority === business.authority)
    faults.nuevo = 'Elige el ambiente al que pasa.';
  if (reason.length < 5 || reason.length > 1_000)
    faults.motivo = 'Di por qué, en 5 caracteres o más.';
  if (!authority || Object.keys(faults).length > 0) return showAccess(visit, faults);
  await putForward(visit, reason, {
    action: 'environment.change',
    businessId: business.id,
    ...targetOf({ authority }),
  });
  return done(`/negocios/${business.ruc}/conexion${wizardQuery(visit)}`, 'propuesta');
}
