/** The Spanish words of bulk operations: what is done, what is left out, how each one stands. */
import type {
  Exclusion,
  Halt,
  ItemState,
  Operation,
  OperationItem,
  OperationState,
  OperationTask,
  PlannedDocument,
} from '@rafaga/db';
import { count, RESOLUTION } from '@rafaga/operations';
import type { Severity } from '../html/components.js';

/** The name of a task, as of a page: 'Reanudar en bloque'. */
export const taskTitle = (task: OperationTask): string => `${taskVerb(task)} en bloque`;

const taskVerb = (task: OperationTask): string => {
  if (task.action === 'resume') return 'Reanudar';
  return task.resolution === 'discarded'
    ? 'Descartar'
    : `Resolver como ${RESOLUTION[task.resolution]}s`;
};

/** What was done to one reference. */
const doneWord = (task: OperationTask): string => {
  if (task.action === 'resume') return 'reanudada';
  return task.resolution === 'discarded'
    ? 'descartada'
    : `resuelta: ${RESOLUTION[task.resolution]}`;
};

/** What happens to each reference of the plan. */
export const effectOf = (task: OperationTask): string => {
  if (task.action === 'resume')
    return (
      'A cada una se le pregunta primero a SUNAT, si alguna vez se envió y hay con qué ' +
      'preguntar, y solo se vuelve a enviar lo que SUNAT no tiene. Ninguna se resuelve por ' +
      'reanudarla: lo que no se pruebe vuelve a su revisión.'
    );
  return task.resolution === 'discarded'
    ? 'Cada una queda rechazada por decisión de dos personas: no se envía más, y su número queda ' +
        'sin usar. La venta se puede emitir otra vez con otra referencia: antes se mira en SOL ' +
        'que SUNAT no la tenga, o habría dos.'
    : `Cada una queda ${RESOLUTION[task.resolution]} por decisión de dos personas, según lo que ` +
        'consta en SUNAT. No se envía más.';
};

/** Discarding what SUNAT has, and issuing it again, makes two documents of one sale. */
export function arrivedPerhaps(documents: readonly PlannedDocument[]): string | undefined {
  const there = documents.filter(({ mayBeThere }) => mayBeThere);
  return there.length === 0
    ? undefined
    : `SUNAT puede tener ${count(there.length)} de estas, porque un envío pudo llegar o su ` +
        `número ya está tomado: por ejemplo, ${there[0]?.reference}. Antes de descartarlas ` +
        'consulta a SUNAT o míralas en SOL: lo que SUNAT tenga se resuelve con lo que conste, ' +
        'no se descarta.';
}

/** What the canary has to reach before the others begin. */
export const canaryPlan = (task: OperationTask): string =>
  task.action === 'resume'
    ? 'Primero una de prueba: las demás empiezan solas cuando SUNAT la acepta. Si la rechaza o ' +
      'vuelve a revisión, la operación se detiene y decides tú.'
    : 'Primero una de prueba; si se puede resolver, siguen las demás.';

/** One canary stands for all: said where it is less than a proof. */
export function sharedCanary(documents: readonly PlannedDocument[]): string | undefined {
  const issuers = new Set(documents.map(({ ruc, environment }) => `${ruc} ${environment}`));
  return issuers.size < 2
    ? undefined
    : `La de prueba es una sola, de ${documents[0]?.legalName}, y estas son de ${issuers.size} ` +
        'negocios o ambientes: no prueba el usuario SOL ni el certificado de los demás. Lo que ' +
        'uno de ellos rechace no detiene la operación, y se ve en su resultado. Para una prueba ' +
        'por negocio, haz una operación por negocio.';
}

export const EXCLUSION: Readonly<Record<Exclusion, string>> = {
  settled: 'ya terminó',
  held: 'un procesador la tiene en este momento',
  elsewhere: 'es de un ambiente que su negocio dejó',
  paused: 'el envío de su negocio está en pausa: reanudarla no la enviaría',
  resumed: 'ya se reanudó y espera a un procesador',
  decided: 'dos personas la resolvieron antes de la restauración: propón resolverla igual',
  not_in_review: 'no está en revisión',
  never_signed: 'nunca llegó a firmarse: solo puede descartarse',
  shown_accepted: 'SUNAT contestó que la tiene, aceptada: resuélvela como aceptada',
  proposed: 'tiene una propuesta que espera a otra persona',
  other_operation: 'otra operación la tiene por hacer',
  changed: 'cambió después del plan: alguien la reanudó o un procesador la tomó',
};

export const OPERATION_STATE: Readonly<Record<OperationState, readonly [Severity, string]>> = {
  proposed: ['warn', 'espera aprobación'],
  declined: ['calm', 'rechazada'],
  running: ['calm', 'en curso'],
  paused: ['warn', 'en pausa'],
  cancelled: ['calm', 'cancelada'],
  finished: ['good', 'terminada'],
};

export const HALTED: Readonly<Record<Halt, string>> = {
  person: 'Una persona la puso en pausa.',
  canary_rejected: 'SUNAT rechazó la de prueba: así rechazaría las demás.',
  canary_settled:
    'Una persona resolvió la de prueba: no se sabe qué contestaría SUNAT por las demás.',
  canary_review: 'La de prueba volvió a revisión: así volverían las demás.',
};

/** What the operation did with one reference. */
export function itemText(item: OperationItem, { task }: Pick<Operation, 'task'>): string {
  if (item.state === 'done') return doneWord(task);
  return item.cause
    ? `${ITEM_STATE[item.state]}: ${EXCLUSION[item.cause]}`
    : ITEM_STATE[item.state];
}

const ITEM_STATE: Readonly<Record<ItemState, string>> = {
  pending: 'por hacer',
  done: 'hecha',
  skipped: 'omitida',
  failed: 'falló: mira el registro del panel',
  cancelled: 'no se hizo',
};

/** How a reference stands now. */
export function currentState({
  archived,
  settled,
  stage,
  resolution,
}: Pick<OperationItem, 'archived' | 'settled' | 'stage' | 'resolution'>): [Severity, string] {
  if (archived) return ['calm', 'archivada'];
  if (resolution === 'discarded') return ['calm', 'descartada por dos personas'];
  if (resolution) return ['calm', `${RESOLUTION[resolution]} por dos personas`];
  if (settled === 'accepted') return ['good', 'aceptada'];
  if (settled === 'rejected') return ['bad', 'rechazada'];
  return stage === 'review' ? ['bad', 'en revisión'] : ['calm', 'pendiente'];
}
