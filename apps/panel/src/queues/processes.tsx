/** The processes of the installation: host, load, last heartbeat, and what each is doing. */
import type { LeasedDocument, LeaseHolder, ProcessLoad, ProcessRow } from '@rafaga/db';
import { count, STAGE } from '@rafaga/operations';
import type { VNode } from 'preact';
import { isAlive, PROCESS_KINDS } from '../health/systemProblems.js';
import { Empty, Table, Tag } from '../html/components.js';
import { ago, took } from '../html/formats.js';

export interface ProcessesProps {
  processes: readonly ProcessRow[];
  holders: readonly LeaseHolder[];
  now: Date;
}

export function Processes({ processes, holders, now }: ProcessesProps): VNode {
  if (processes.length === 0) return <Empty>Ningún proceso ha dado señales en un día.</Empty>;
  return (
    <Table
      caption="Los procesos y lo que hacen"
      quiet
      head={['Proceso', 'Estado', 'Última señal', 'Qué hace', 'Carga', 'En marcha desde hace']}
      rows={processes.map((one) => [
        <Name process={one} />,
        <State process={one} now={now} />,
        <span class="number">hace {ago(one.seenAt, now)}</span>,
        <Doing
          process={one}
          holder={holders.find(({ worker }) => worker === one.name)}
          now={now}
        />,
        <Load load={isAlive(one, now) ? one.load : null} />,
        <span class="number">{isAlive(one, now) ? ago(one.startedAt, now) : ''}</span>,
      ])}
    />
  );
}

/** A process names itself by its host and its process id. */
function Name({ process: { kind, name, version } }: { process: ProcessRow }): VNode {
  const [, host = name, pid] = /^(.*)-(\d+)$/.exec(name) ?? [];
  return (
    <>
      <strong>{PROCESS_KINDS[kind]}</strong>{' '}
      <span class="hint">
        {host}
        {pid && `, proceso ${pid}`}
        {version && `, versión ${version}`}
      </span>
    </>
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

interface DoingProps {
  process: ProcessRow;
  holder: LeaseHolder | undefined;
  now: Date;
}

function Doing({ process, holder, now }: DoingProps): VNode | string {
  const { kind, progressAt } = process;
  if (kind !== 'worker') return '';
  const last = progressAt && `último avance hace ${ago(progressAt, now)}`;
  const state = isAlive(process, now) ? 'libre' : 'no se sabe';
  if (!holder) return <span class="wide">{[state, last].filter(Boolean).join('; ')}</span>;
  const more = holder.documents - holder.oldest.length;
  return (
    <span class="wide">
      {holder.oldest.map((document, at) => (
        <>
          {at > 0 && ', '}
          <Held document={document} />
        </>
      ))}
      {more > 0 && ` y ${count(more)} más`}
      {last && `; ${last}`}
    </span>
  );
}

const Held = ({
  document: { documentId, series, number, stage },
}: {
  document: LeasedDocument;
}) => (
  <>
    <a href={`/referencias/${documentId}`}>
      {series}-{number}
    </a>{' '}
    ({STAGE[stage as keyof typeof STAGE]})
  </>
);

const Load = ({ load }: { load: ProcessLoad | null }): VNode | null =>
  load && (
    <span class="wide">
      {Math.round(load.cpu * 100)} % de un núcleo, {count(load.rssMb)} MB
      {load.loopDelayMs >= 100 && `, con demoras de ${took(load.loopDelayMs)}`}
    </span>
  );
