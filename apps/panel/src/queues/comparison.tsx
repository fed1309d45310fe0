/** The emission as PostgreSQL counts it beside the jobs in Redis: open where the two differ. */

import type { Backlog } from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { QueueCounts } from '@rafaga/queue';
import type { VNode } from 'preact';
import { Table, Tag } from '../html/components.js';
import { BacklogSummary } from './backlog.js';
import { divergence } from './divergence.js';

interface ComparisonProps {
  backlog: Backlog;
  emit: QueueCounts;
  now: Date;
}

export function Comparison({ backlog, emit, now }: ComparisonProps): VNode {
  const { ready, queued, severity, text } = divergence(backlog, emit);
  return (
    <details open={severity !== 'good'}>
      <summary>
        ¿Coinciden PostgreSQL y Redis?{' '}
        <Tag severity={severity}>{severity === 'good' ? 'sí' : 'difieren'}</Tag>
        {severity !== 'good' && ` ${text}`}
      </summary>
      <BacklogSummary backlog={backlog} now={now} />
      <Table
        caption="Emisión: lo que sabe PostgreSQL y lo que avisa Redis"
        quiet
        head={['', 'Comprobantes en PostgreSQL', 'Avisos en Redis']}
        rows={[
          ['Por tomar', count(ready), count(queued)],
          ['En manos de un procesador', count(backlog.held), ''],
        ]}
      />
    </details>
  );
}
