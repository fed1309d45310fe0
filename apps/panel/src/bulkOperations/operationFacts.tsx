/** What an operation does, why, and who started, approved or declined it. */
import type { Operation } from '@rafaga/db';
import type { VNode } from 'preact';
import { DescriptionList, Tag } from '../html/components.js';
import { instant } from '../html/formats.js';
import { HALTED, OPERATION_STATE } from './operationWords.js';

export const OperationFacts = ({ operation }: { operation: Operation }): VNode => {
  const { selection, reason, proposer, createdAt, endedAt, task } = operation;
  const twoPersons = task.action === 'resolve';
  return (
    <DescriptionList
      rows={[
        ['Estado', <StateTag operation={operation} />],
        ['Cuáles', selection],
        ['Motivo', reason],
        [twoPersons ? 'La propuso' : 'La empezó', `${proposer}, el ${instant(createdAt)}`],
        [operation.state === 'declined' ? 'La rechazó' : 'La aprobó', decision(operation)],
        ['Terminó', endedAt && instant(endedAt)],
      ]}
    />
  );
};

const decision = ({ decider, decidedAt }: Operation): string | undefined =>
  decider && decidedAt ? `${decider}, el ${instant(decidedAt)}` : undefined;

export function StateTag({ operation }: { operation: Operation }): VNode {
  const [severity, word] = OPERATION_STATE[operation.state];
  return (
    <>
      <Tag severity={severity}>{word}</Tag>
      {operation.halted && <> {HALTED[operation.halted]}</>}
    </>
  );
}
