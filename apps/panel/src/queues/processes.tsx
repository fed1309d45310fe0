/** The processes of the installation: their last heartbeat, their progress and their problems. */
import type { LeaseHolder, ProcessRow } from '@rafaga/db';
import type { VNode } from 'preact';
import { isAlive, PROCESS_KINDS } from '../health/systemProblems.js';
import { Empty, Table, Tag } from '../html/components.js';
import { ago, count } from '../html/formats.js';

export interface ProcessesProps {
  processes: readonly ProcessRow[];
  holders: readonly LeaseHolder[];
  now: Date;
}

export function Processes({ processes, holders, now }: ProcessesProps): VNode {
  if (processes.length === 0) return <Empty>Ningún proceso ha dado señales en un día.</Empty>;
  const held = (name: string) => holders.find(({ worker }) => worker === name)?.documents ?? 0;
  return (
    <Table
      caption="Quién trabaja, y qué dice de sí"
      quiet
      head={[
        'Proceso',
        'Nombre',
        'Estado',
        'Última señal',
        'Último avance',
        'Comprobantes',
        'Iniciado',
      ]}
      rows={processes.map((one) => [
        PROCESS_KINDS[one.kind],
        one.name,
        <State process={one} now={now} />,
        <span class="number">hace {ago(one.seenAt, now)}</span>,
        <span class="number">{one.progressAt ? `hace ${ago(one.progressAt, now)}` : ''}</span>,
        one.kind === 'worker' ? count(held(one.name)) : '',
        <span class="number">hace {ago(one.startedAt, now)}</span>,
      ])}
    />
  );
}

function State({ process, now }: { process: ProcessRow; now: Date }): VNode {
  if (!isAlive(process, now)) return <Tag severity="bad">sin señales</Tag>;
  const { conditions } = process;
  if (conditions.length === 0) return <Tag severity="good">bien</Tag>;
  return (
    <span class="wide">
      {conditions.map(({ text }) => (
        <>
          <Tag severity="warn">{text}</Tag>{' '}
        </>
      ))}
    </span>
  );
}
