/** What to know of the documents of an operation before it is proposed, started or approved. */
import type { OperationTask, PlannedDocument } from '@rafaga/db';
import type { VNode } from 'preact';
import { Note } from '../html/components.js';
import { arrivedPerhaps, sharedCanary } from './operationWords.js';

export function PlanNote({ task, documents }: { task: OperationTask } & Planned): VNode | null {
  if (task.action === 'resume')
    return <Warning title="De varios negocios" text={sharedCanary(documents)} />;
  return task.resolution === 'discarded' ? (
    <Warning title="Pueden haber llegado a SUNAT" text={arrivedPerhaps(documents)} />
  ) : null;
}

interface Planned {
  documents: readonly PlannedDocument[];
}

const Warning = ({ title, text }: { title: string; text: string | undefined }): VNode | null =>
  text === undefined ? null : (
    <Note severity="warn" title={title}>
      <p>{text}</p>
    </Note>
  );
