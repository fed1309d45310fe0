/** The jobs that Redis holds, queue by queue, compared with the documents that are pending. */
import type { Backlog, QueueAction } from '@rafaga/db';
import { QUEUE, type QueueCounts, type QueueName } from '@rafaga/queue';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton, Table, Tag } from '../html/components.js';
import { count, moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { divergence } from './divergence.js';
import { QUEUE_NAMES } from './queueNames.js';

interface JobsProps {
  request: AuthenticatedRequest;
  queues: Record<QueueName, QueueCounts>;
  backlog: Backlog;
  acts: readonly QueueAction[];
}

export const Jobs = ({ request, queues, backlog, acts }: JobsProps): VNode => (
  <>
    <QueueTable request={request} queues={queues} acts={acts} />
    <h2>¿Coinciden?</h2>
    <Comparison backlog={backlog} emit={queues.emit} />
  </>
);

function QueueTable({ request, queues, acts }: Omit<JobsProps, 'backlog'>): VNode {
  const canAct = isPermitted(request.user.role, 'queues.act');
  return (
    <Table
      caption="Trabajos por cola"
      quiet
      head={['Cola', 'Estado', 'En cola', 'En curso', 'Procesadores', 'Lo último', '']}
      rows={Object.values(QUEUE).map((name) => {
        const { waiting, active, workers, paused } = queues[name];
        return [
          QUEUE_NAMES[name],
          paused ? <Tag severity="warn">en pausa</Tag> : <Tag severity="good">en marcha</Tag>,
          count(waiting),
          count(active),
          count(workers),
          <LastAct act={acts.find(({ queue }) => queue === name)} />,
          canAct ? <PauseControl request={request} name={name} paused={paused} /> : '',
        ];
      })}
    />
  );
}

function Comparison({ backlog, emit }: { backlog: Backlog; emit: QueueCounts }): VNode {
  const { ready, queued, severity, text } = divergence(backlog, emit);
  return (
    <>
      <Table
        caption="Emisión: lo que sabe PostgreSQL y lo que avisa Redis"
        quiet
        head={['', 'PostgreSQL', 'Redis']}
        rows={[
          ['Por tomar', count(ready), count(queued)],
          ['En manos de un procesador', count(backlog.held), count(emit.active)],
        ]}
      />
      <p>
        <Tag severity={severity}>{severity === 'good' ? 'sí' : 'difieren'}</Tag> {text}
      </p>
    </>
  );
}

const LastAct = ({ act }: { act: QueueAction | undefined }): VNode | null =>
  act ? (
    <span class="wide">
      {act.paused ? 'Pausada' : 'Reanudada'} por {act.actor.replace(/^panel:/, '')} el{' '}
      {moment(act.at)}
      {act.reason && `: «${act.reason}»`}
    </span>
  ) : null;

interface PauseControlProps {
  request: AuthenticatedRequest;
  name: QueueName;
  paused: boolean;
}

function PauseControl({ request, name, paused }: PauseControlProps): VNode {
  const about = `la cola de ${QUEUE_NAMES[name].toLowerCase()}`;
  return paused ? (
    <ActionButton
      request={request}
      action={`/colas/${name}/reanudar`}
      label="Reanudar"
      about={about}
      tone="quiet"
    />
  ) : (
    <a class="button quiet" href={`/colas/${name}/pausar`}>
      Pausar<span class="unseen"> {about}</span>
    </a>
  );
}
