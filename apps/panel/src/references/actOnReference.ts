/** The actions on a reference: have SUNAT asked, resume it, propose how its review is resolved. */
import { type DocumentSummary, type Resolution, requestInquiry, resumeDocument } from '@rafaga/db';
import { isWorthAsking, RESOLUTION } from '@rafaga/operations';
import { reasonNotAskable } from '@rafaga/operations/business';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import type { Faults } from '../html/components.js';
import { hasFaults } from '../html/formPage.js';
import { reasonFault } from '../html/reason.js';
import { addProposal } from '../proposals/proposals.js';
import { showReference } from './reference.js';
import { requestedDetails, requestedReference } from './requestedReference.js';

const RESOLUTIONS: Readonly<Record<string, Resolution>> = {
  aceptada: 'accepted',
  rechazada: 'rejected',
  descartada: 'discarded',
};

/** A worker asks SUNAT and notes the answer: nothing is sent, nothing of the document changes. */
export async function ask(request: AuthenticatedRequest): Promise<PageResponse> {
  const found = await requestedReference(request);
  if (!isWorthAsking(found)) throw refused(NEVER_SENT);
  const reason = await reasonNotAskable(request.deps.db, found);
  if (reason) throw refused(`A SUNAT no se le puede preguntar por este comprobante: ${reason}`);
  if (!(await requestInquiry(request.deps.db, request.by(), found))) throw refused(CLOSED);
  return redirectWithNotice(`/referencias/${found.documentId}`, 'consultada');
}

export async function resume(request: AuthenticatedRequest): Promise<PageResponse> {
  const found = await requestedReference(request);
  if (!found.emission) throw alreadySettled(found);
  await resumeOrRefuse(request, found, request.form.text('motivo'));
  return redirectWithNotice(`/referencias/${found.documentId}`, 'reanudada');
}

async function resumeOrRefuse(
  { deps, by }: AuthenticatedRequest,
  { documentId, emission }: DocumentSummary,
  reason: string,
): Promise<void> {
  if (emission?.elsewhere) throw refused(ELSEWHERE);
  if (!(await resumeDocument(deps.db, by(reason), documentId))) throw refused(HELD);
}

const refused = (text: string): PageRefusal => new PageRefusal(409, text);

const NEVER_SENT = 'Nunca fue enviada a SUNAT, así que no hay qué preguntar.';
const CLOSED = 'Su mes se está archivando: ya no se consulta a SUNAT por sus comprobantes.';
const HELD = 'Un procesador la tiene en este momento: espera a que termine y mira otra vez.';
const ELSEWHERE =
  'Es de un ambiente que su negocio dejó: nada la envía ni la consulta desde el de ahora.';

function alreadySettled({ state, code, resolution, evidence }: DocumentSummary): PageRefusal {
  if (resolution) return refused(`Ya terminó: dos personas la dejaron ${RESOLUTION[resolution]}.`);
  if (evidence === 'presumed') return refused('Ya terminó: se da por aceptada, sin prueba.');
  const verb = state === 'accepted' ? 'aceptó' : 'rechazó';
  return refused(`Ya terminó: SUNAT la ${verb}${code ? ` (código ${code})` : ''}.`);
}

/** Proposes the end of a review: a second person has to approve it. */
export async function proposeResolution(request: AuthenticatedRequest): Promise<PageResponse> {
  const details = await requestedDetails(request);
  const { found, document } = details;
  const chosen = request.form.text('como');
  const resolution = Object.hasOwn(RESOLUTIONS, chosen) ? RESOLUTIONS[chosen] : undefined;
  const reason = request.form.text('motivo');
  const faults = faultsOf(resolution, reason);
  if (!resolution || hasFaults(faults)) return showReference(request, details, { faults });
  if (found.emission?.stage !== 'review') throw refused('Ya no está en revisión.');
  if (resolution !== 'discarded' && !document.outcome?.signature)
    return showReference(request, details, { faults: { como: NEVER_SIGNED } });
  const { businessId, documentId } = found;
  await addProposal(request, reason, {
    action: 'document.resolve',
    businessId,
    documentId,
    resolution,
  });
  return redirectWithNotice(`/referencias/${documentId}`, 'propuesta');
}

const NEVER_SIGNED = 'Nunca llegó a firmarse, y lo que no se firmó solo puede descartarse.';

const VERIFIED = 'Di qué se verificó y dónde, como «consta en SOL, consultado hoy»';

function faultsOf(resolution: Resolution | undefined, reason: string): Faults {
  const faults: Record<string, string> = {};
  if (!resolution) faults.como = 'Elige qué consta.';
  const unreasoned = reasonFault(reason, VERIFIED);
  if (unreasoned) faults.motivo = unreasoned;
  return faults;
}
