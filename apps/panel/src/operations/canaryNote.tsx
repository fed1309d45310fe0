/** The canary of an operation: which reference it is, and how it stands. */
import type { Operation, OperationItem } from '@rafaga/db';
import type { VNode } from 'preact';
import { Note, type Severity } from '../html/components.js';
import { currentState, HALTED } from './operationWords.js';

export function CanaryNote(props: { operation: Operation; item: OperationItem }): VNode {
  const { operation, item } = props;
  const [severity, text] = canaryText(operation, item);
  return (
    <Note severity={severity} title={`La de prueba: ${item.reference}`}>
      <p>
        {text} <a href={`/referencias/${item.documentId}`}>Ver su línea de tiempo</a>
      </p>
    </Note>
  );
}

function canaryText(operation: Operation, item: OperationItem): [Severity, string] {
  if (operation.canaryPassed) return ['good', 'Terminó bien: las demás siguen solas.'];
  const { halted } = operation;
  if (halted && halted !== 'person') return ['bad', HALTED[halted]];
  const [, word] = currentState(item);
  return item.settled || item.stage === 'review'
    ? ['warn', `Terminó: ${word}.`]
    : ['calm', `Está ${word}. Las demás empiezan solas cuando termine bien.`];
}
