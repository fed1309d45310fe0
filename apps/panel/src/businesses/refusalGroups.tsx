/** The refused requests of a business, grouped by their error code. */

import type { RefusedRequestGroup } from '@rafaga/db';
import { count } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Table } from '../html/components.js';
import { moment } from '../html/formats.js';
import { refusalText } from './refusalWords.js';

export const RefusalGroups = ({
  groups,
  ruc,
  chosen,
}: {
  groups: readonly RefusedRequestGroup[];
  ruc: string;
  chosen: string | undefined;
}): VNode => (
  <>
    <h2>Rechazadas, por causa</h2>
    <Table
      caption="Por causa, lo más frecuente primero"
      quiet
      head={['Causa', 'Estado HTTP', 'Campos', 'Cuántas', 'La primera', 'La última']}
      rows={groups.map(({ code, status, fields, count: found, first, last }) => [
        <span class="wide">
          <span class="second">{refusalText(code, [])}</span>
          {code === chosen ? (
            <strong>{code}</strong>
          ) : (
            <a href={`/negocios/${ruc}/registro?codigo=${code}`}>{code}</a>
          )}
        </span>,
        status,
        <span class="wide">{fields.join(', ')}</span>,
        count(found),
        <span class="number">{moment(first)}</span>,
        <span class="number">{moment(last)}</span>,
      ])}
    />
  </>
);
