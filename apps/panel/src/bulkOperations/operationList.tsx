/** All bulk operations, the newest first. */
import { listOperations } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Empty, Table } from '../html/components.js';
import { moment } from '../html/formats.js';
import { listCursor, listPage, MAX_INTEGER, NONE_HERE, Pager } from '../html/pager.js';
import { StateTag } from './operationFacts.js';
import { taskTitle } from './operationWords.js';

export async function operationList(request: AuthenticatedRequest): Promise<PageResponse> {
  const cursor = listCursor(request, MAX_INTEGER);
  const list = listPage(await listOperations(request.deps.db, cursor), cursor);
  return page(
    'Operaciones',
    <>
      <h1>Operaciones</h1>
      <p>
        Lo que se hace a muchas referencias a la vez. Empieza en la lista de{' '}
        <a href="/referencias?ver=detenidas">detenidas</a>: elige algunas, o todas las de un motivo.
      </p>
      {list.rows.length === 0 ? (
        <Empty>{cursor.from ? NONE_HERE : 'Aún no hay operaciones.'}</Empty>
      ) : (
        <div data-live="10">
          <Table
            caption="Operaciones, la más reciente primero"
            quiet
            head={['Operación', 'Estado', 'Cuáles', 'Motivo', 'La empezó', 'Cuándo']}
            rows={list.rows.map((each) => [
              <a href={`/operaciones/${each.id}`}>
                {each.id}: {taskTitle(each.task).toLowerCase()}
              </a>,
              <StateTag operation={each} />,
              each.selection,
              each.reason,
              each.proposer,
              <span class="number">{moment(each.createdAt)}</span>,
            ])}
          />
        </div>
      )}
      <Pager
        list={list}
        keyOf={({ id }) => id}
        href={(more) => `/operaciones?${new URLSearchParams(more)}`}
        label="Páginas de operaciones"
      />
    </>,
  );
}
