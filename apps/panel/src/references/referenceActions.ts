/**
 * What a person does about a reference: has SUNAT asked, lets the workers go on, proposes how its
 * review ends.
 */
import { type DocumentSummary, type Resolution, resumeDocument } from '@rafaga/db';
import { askable } from '@rafaga/operations/business';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { addProposal } from '../proposals/proposals.js';
import { mayAsk, referenceDetails, requestedReference, showReference } from './reference.js';

const MIN_REASON = 5;
const WAYS: Readonly<Record<string, Resolution>> = {
  aceptada: 'accepted',
  rechazada: 'rejected',
  descartada: 'discarded',
};

export async function ask(request: AuthenticatedRequest): Promise<PageResponse> {
  const found = await requestedReference(request);
  if (!found.emission) throw over(found);
  if (found.emission.sends === 0)
    throw new PageRefusal(409, 'Nunca fue enviada a SUNAT, así que no hay qué preguntar.');
  if (found.emission.elsewhere) throw new PageRefusal(409, ELSEWHERE);
  if (!(await askable(request.deps.db, found)))
    throw new PageRefusal(
      409,
      'A SUNAT no se le puede preguntar por este comprobante: faltan credenciales de ' +
        'Consulta Integrada.',
    );
  if (!mayAsk(request, found))
    throw new PageRefusal(
      409,
      found.emission.held ? HELD : 'Está en revisión: un operador decide cómo sigue.',
    );
  await takeUp(request, found, 'consulta de soporte');
  return redirectWithNotice(`/referencias/${found.documentId}`, 'consultada');
}

export async function resume(request: AuthenticatedRequest): Promise<PageResponse> {
  const found = await requestedReference(request);
  if (!found.emission) throw over(found);
  await takeUp(request, found, request.form.text('motivo'));
  return redirectWithNotice(`/referencias/${found.documentId}`, 'reanudada');
}

async function takeUp(
  request: AuthenticatedRequest,
  { documentId, emission }: DocumentSummary,
  reason: string,
): Promise<void> {
  if (emission?.elsewhere) throw new PageRefusal(409, ELSEWHERE);
  if (!(await resumeDocument(request.deps.db, request.by(reason), documentId)))
    throw new PageRefusal(409, HELD);
}

const HELD = 'Un procesador la tiene en este momento: espera a que termine y mira otra vez.';
const ELSEWHERE =
  'Es de un ambiente que su negocio dejó: nada la envía ni la consulta desde el de ahora.';
const over = ({ state, code }: DocumentSummary): PageRefusal =>
  new PageRefusal(
    409,
    'Ya terminó: SUNAT la ' +
      `${state === 'accepted' ? 'aceptó' : 'rechazó'}${code ? ` (código ${code})` : ''}.`,
  );

/** The end of a review needs a second person: here it is proposed. */
export async function resolve(request: AuthenticatedRequest): Promise<PageResponse> {
  const card = await referenceDetails(request);
  const { found } = card;
  const as = WAYS[request.form.text('como')];
  const reason = request.form.text('motivo');
  const faults: Record<string, string> = {};
  if (!as) faults.como = 'Elige qué consta.';
  if (reason.length < MIN_REASON || reason.length > 1_000)
    faults.motivo = 'Di qué se verificó y dónde, por ejemplo «consta en SOL, consultado hoy».';
  if (!as || Object.keys(faults).length > 0) return showReference(request, card, { faults });
  if (found.emission?.stage !== 'review') throw new PageRefusal(409, 'Ya no está en revisión.');
  if (as !== 'discarded' && !card.document.outcome?.signature)
    return showReference(request, card, {
      faults: { como: 'Nunca llegó a firmarse, y lo que no se firmó solo puede descartarse.' },
    });
  const { businessId, documentId } = found;
  await addProposal(request, reason, {
    action: 'document.resolve',
    businessId,
    documentId,
    resolution: as,
  });
  return redirectWithNotice(`/referencias/${documentId}`, 'propuesta');
}
