/** The canary of an operation: which reference it is, and how it stands. */
import type { Operation, OperationItem } from '@rafaga/db';
import type { VNode } from 'preact';
import { Note, type Severity } from '../html/components.js';
import { HALTED } from './operationWords.js';

interface CanaryNoteProps {
  operation: Operation;
  item: OperationItem;
  /** What became of it, in words. */
  happened: string;
}

export function CanaryNote({ operation, item, happened }: CanaryNoteProps): VNode {
  const [severity, text] = verdictOf(operation);
  return (
    <Note severity={severity} title={`La de prueba: ${item.reference}`}>
      <p>
        {isPending(item) && 'Está pendiente. '}
        {happened} {text} <a href={`/referencias/${item.documentId}`}>Ver su línea de tiempo</a>
      </p>
    </Note>
  );
}

/** Of the other states `happened` tells by itself. */
const isPending = ({ settled, stage }: OperationItem): boolean => !settled && stage !== 'review';

function verdictOf({ canaryPassed, halted, endedAt }: Operation): [Severity, string] {
  if (canaryPassed && endedAt) return ['good', 'Terminó bien.'];
  if (canaryPassed && halted) return ['good', 'Terminó bien: las demás siguen al continuar.'];
  if (canaryPassed) return ['good', 'Terminó bien: las demás siguen solas.'];
  if (halted && halted !== 'person') return ['bad', HALTED[halted]];
  if (endedAt) return ['warn', 'La operación terminó sin que la de prueba terminara bien.'];
  if (halted) return ['calm', 'En pausa: las demás no empiezan hasta que alguien continúe.'];
  return ['calm', 'Las demás empiezan solas cuando termine bien.'];
}
