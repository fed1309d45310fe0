/**
 * The queues: the documents that are pending in PostgreSQL, the jobs that Redis holds for them, and
 * the processes that work on both.
 */
import {
  countBacklog,
  countPendingCauses,
  listLeaseHolders,
  listProcesses,
  listQueueActions,
} from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { sendingStops } from '../health/sendingStops.js';
import { systemProblems, workersAlive } from '../health/systemProblems.js';
import { readQueues, systemStats } from '../health/systemStats.js';
import { clock } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { CauseTable } from './backlog.js';
import { Comparison } from './comparison.js';
import { Processes } from './processes.js';
import { QueueTable } from './queueTable.js';
import { QueueWarnings } from './queueWarnings.js';

export async function queuesPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, now, read, user } = request;
  // what is compared with Redis, or stops a queue, is of now: only the lists may be at a replica
  const [backlog, causes, holders, acts, { at, processes }, redis, { stats }] = await Promise.all([
    countBacklog(deps.db),
    read(countPendingCauses),
    read(listLeaseHolders),
    listQueueActions(deps.db),
    listProcesses(deps.db),
    readQueues(deps),
    systemStats(deps),
  ]);
  const { queues, emissionPaused } = redis;
  const problems = systemProblems(processes, at, deps.conditions.list());
  const working = workersAlive(processes, at);
  const restoring = deps.restoring();
  const stops = sendingStops({ restoring, emissionPaused, stats: { processes, at } });
  return page(
    'Colas',
    <>
      <h1>Colas</h1>
      <div data-live="10">
        <QueueWarnings
          queues={queues}
          problems={problems}
          backlog={backlog}
          working={working}
          stops={stops}
        />
        <QueueTable
          request={request}
          queues={queues}
          emissionPaused={emissionPaused}
          backlog={backlog}
          settledPerMinute={stats.settled.at(-2) ?? 0}
          acts={acts}
          working={working}
        />
        {queues && <Comparison backlog={backlog} emit={queues.emit} now={now} />}
        <h2>Por qué esperan</h2>
        <CauseTable causes={causes} now={now} canAct={isPermitted(user.role, 'queues.act')} />
        <h2 id="procesos">Procesos</h2>
        <Processes processes={processes} holders={holders} now={at} />
        <p class="hint">Actualizado a las {clock(now)}.</p>
      </div>
    </>,
  );
}
