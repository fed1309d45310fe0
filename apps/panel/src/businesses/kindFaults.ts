/** What keeps a business from issuing the kinds of documents that were chosen for it. */
import { findAccess } from '@rafaga/db';
import { mustChoose } from '@rafaga/operations';
import type { BusinessRequest } from '../edge/pageRequest.js';

export async function kindFaults(
  { deps, business }: BusinessRequest,
  { boletas, facturas }: { boletas: boolean; facturas: boolean },
): Promise<Record<string, string>> {
  if (!boletas && !facturas)
    return { boletas: 'Elige al menos una: sin ellas no podría emitir nada.' };
  if (!boletas || business.boletas) return {};
  const hasConsult = (await findAccess(deps.db, business.id))?.consultId !== undefined;
  if (!mustChoose({ ...business, boletas: true, hasConsult })) return {};
  return {
    boletas:
      'Antes, en la página SUNAT, escribe las credenciales de Consulta Integrada o elige ' +
      'qué hacer sin ellas.',
  };
}
