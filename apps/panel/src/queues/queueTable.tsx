/** The queues in one table: what waits, since when, how fast it gets less, and the pause. */
import type { Backlog, QueueAction } from '@rafaga/db';
import { actorText, count } from '@rafaga/operations';
import { QUEUE, type QueueCounts, type QueueName } from '@rafaga/queue';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton, Table, Tag } from '../html/components.js';
import { ago, moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { pendingOf } from './backlog.js';
import { QUEUE_NAMES } from './queueNames.js';

export interface QueueTableProps {
  request: AuthenticatedRequest;
  /** Undefined: Redis does not answer; what PostgreSQL knows is shown. */
  queues: Record<QueueName, QueueCounts> | undefined;
  emissionPaused: boolean;
  backlog: Backlog;
  /** Documents that SUNAT decided on in the last whole minute. */
  settledPerMinute: number;
  acts: readonly QueueAction[];
  /** Workers with a recent heartbeat: a connection to Redis survives a process that hangs. */
  working: number;
}

export function QueueTable(props: QueueTableProps): VNode {
  const { request, queues, acts } = props;
  const canAct = isPermitted(request.user.role, 'queues.act');
  return (
    <Table
      caption="Las colas"
      quiet
      head={[
        'Cola',
        'Estado',
        'Esperan',
        'El más antiguo',
        'Por minuto',
        'En curso',
        'Procesadores',
        'Lo último',
        '',
      ]}
      rows={Object.values(QUEUE).map((name) => {
        const queue = queues?.[name];
        const paused = name === QUEUE.emit ? props.emissionPaused : queue?.paused === true;
        return [
          QUEUE_NAMES[name],
          <QueueState
            name={name}
            isKnown={queue !== undefined}
            paused={paused}
            workers={workersOf(name, props)}
          />,
          ...workOf(name, props),
          countOrNothing(workersOf(name, props)),
          <LastAct act={acts.find(({ queue: acted }) => acted === name)} />,
          canAct ? controlOf(props, name, paused) : '',
        ];
      })}
    />
  );
}

/** Emission is paused without Redis too, and resumed only with it: Redis may have its own pause. */
function controlOf({ request, queues }: QueueTableProps, name: QueueName, paused: boolean) {
  if (queues || (name === QUEUE.emit && !paused))
    return <PauseControl request={request} name={name} paused={paused} />;
  return paused ? 'Se reanuda cuando Redis responda; basta uno vacío' : '';
}

/** Undefined: of printing, only Redis knows. */
const workersOf = (name: QueueName, { queues, working }: QueueTableProps): number | undefined =>
  name === QUEUE.emit ? working : queues?.[name].workers;

const countOrNothing = (found: number | undefined): string =>
  found === undefined ? '' : count(found);

interface QueueStateProps {
  name: QueueName;
  /** Redis answers. */
  isKnown: boolean;
  paused: boolean;
  workers: number | undefined;
}

function QueueState({ name, isKnown, paused, workers }: QueueStateProps): VNode {
  if (paused) return <Tag severity="warn">en pausa</Tag>;
  if (!isKnown) return <Tag severity="calm">sin datos de Redis</Tag>;
  // without a printer, a PDF is drawn when it is downloaded
  if (workers === 0)
    return <Tag severity={name === QUEUE.emit ? 'bad' : 'warn'}>sin procesadores</Tag>;
  return <Tag severity="good">en marcha</Tag>;
}

/** What PostgreSQL knows of emission; of printing only Redis does. */
function workOf(
  name: QueueName,
  { request, queues, backlog, settledPerMinute }: QueueTableProps,
): (VNode | string)[] {
  if (name === QUEUE.print) {
    const print = queues?.print;
    return [print ? count(print.waiting) : '', '', '', print ? count(print.active) : ''];
  }
  const { oldest, held } = backlog;
  return [
    <a href="/referencias?ver=pendientes">{count(pendingOf(backlog))}</a>,
    oldest ? <span class="number">hace {ago(oldest, request.now)}</span> : '',
    count(settledPerMinute),
    count(held),
  ];
}

const LastAct = ({ act }: { act: QueueAction | undefined }): VNode | null =>
  act ? (
    <span class="wide">
      {act.paused ? 'Pausada' : 'Reanudada'} por {actorText(act.actor)} el {moment(act.at)}
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
