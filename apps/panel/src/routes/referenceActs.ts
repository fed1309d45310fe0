/**
 * What a person does about a reference: has SUNAT asked, lets the workers go on, proposes how its
 * review ends.
 */
import { type FoundReference, type Resolution, resumeDocument } from '@rafaga/db';
import { askable } from '@rafaga/operations/business';
import { type Answer, done, Refused, type Signed } from '../edge/visit.js';
import { putForward } from './proposals.js';
import { cardOf, foundBy, mayAsk, show } from './reference.js';

const LEAST_REASON = 5;
const WAYS: Readonly<Record<string, Resolution>> = {
  aceptada: 'accepted',
  rechazada: 'rejected',
  descartada: 'discarded',
};

export async function ask(visit: Signed): Promise<Answer> {
  const found = await foundBy(visit);
  if (!found.open) throw over(found);
  if (found.open.sends === 0)
    throw new Refused(409, 'Nunca fue enviada a SUNAT, así que no hay qué preguntar.');
  if (found.open.elsewhere) throw new Refused(409, ELSEWHERE);
  if (!(await askable(visit.deps.db, found)))
    throw new Refused(
      409,
      'A SUNAT no se le puede preguntar por este comprobante: faltan credenciales de ' +
        'Consulta Integrada.',
    );
  if (!mayAsk(visit, found))
    throw new Refused(
      409,
      found.open.held ? HELD : 'Está en revisión: un operador decide cómo sigue.',
    );
  await takeUp(visit, found, 'consulta de soporte');
  return done(`/referencias/${found.documentId}`, 'consultada');
}

export async function resume(visit: Signed): Promise<Answer> {
  const found = await foundBy(visit);
  if (!found.open) throw over(found);
  await takeUp(visit, found, visit.form.text('motivo'));
  return done(`/referencias/${found.documentId}`, 'reanudada');
}

async function takeUp(
  visit: Signed,
  { documentId, open }: FoundReference,
  reason: string,
): Promise<void> {
  if (open?.elsewhere) throw new Refused(409, ELSEWHERE);
  if (!(await resumeDocument(visit.deps.db, visit.by(reason), documentId)))
    throw new Refused(409, HELD);
}

const HELD = 'Un procesador la tiene en este momento: espera a que termine y mira otra vez.';
const ELSEWHERE =
  'Es de un ambiente que su negocio dejó: nada la envía ni la consulta desde el de ahora.';
const over = ({ state, code }: FoundReference): Refused =>
  new Refused(
    409,
    'Ya terminó: SUNAT la ' +
      `${state === 'accepted' ? 'aceptó' : 'rechazó'}${code ? ` (código ${code})` : ''}.`,
  );

/** The end of a review needs a second person: here it is proposed. */
export async function resolve(visit: Signed): Promise<Answer> {
  const card = await cardOf(visit);
  const { found } = card;
  const as = WAYS[visit.form.text('como')];
  const reason = visit.form.text('motivo');
  const faults: Record<string, string> = {};
  if (!as) faults.como = 'Elige qué consta.';
  if (reason.length < LEAST_REASON || reason.length > 1_000)
    faults.motivo = 'Di qué se verificó y dónde, por ejemplo «consta en SOL, consultado hoy».';
  if (!as || Object.keys(faults).length > 0) return show(visit, card, { faults });
  if (found.open?.stage !== 'review') throw new Refused(409, 'Ya no está en revisión.');
  if (as !== 'discarded' && !card.document.outcome?.signature)
    return show(visit, card, {
      faults: { como: 'Nunca llegó a firmarse, y lo que no se firmó solo puede descartarse.' },
    });
  const { businessId, documentId } = found;
  await putForward(visit, reason, {
    action: 'document.resolve',
    businessId,
    documentId,
    resolution: as,
  });
  return done(`/referencias/${documentId}`, 'propuesta');
}
