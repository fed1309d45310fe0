/** The series of a business: their next numbers, and the forms to add one and to move one on. */
import {
  type Environment,
  listProposals,
  listSeries,
  listUnbegunSeries,
  type Series,
} from '@rafaga/db';
import { ENVIRONMENT, isExhausted } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { ActionButton, Empty, type Faults, OpenButton, Table, Tag } from '../html/components.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { businessPage, isInWizard, wizardQuery } from './businessLayout.js';
import { FirstSeriesForm } from './firstSeriesForm.js';
import { AddSeriesForm, NextNumberForm } from './seriesForms.js';
import { UnbegunSeries } from './unbegunSeries.js';

export const seriesPage = (request: BusinessRequest): Promise<PageResponse> =>
  showSeries(request, {});

export async function showSeries(request: BusinessRequest, faults: Faults): Promise<PageResponse> {
  const { deps, business } = request;
  const [series, unbegun, proposals] = await Promise.all([
    listSeries(deps.db, business.id),
    listUnbegunSeries(deps.db, business.id),
    listProposals(deps.db, { scope: business.id }),
  ]);
  const some = series.length > 0;
  return businessPage(
    request,
    isInWizard(request) ? 'Precios y series' : 'Series',
    <>
      {unbegun.length > 0 && <UnbegunSeries request={request} series={unbegun} />}
      {some && <SeriesTable request={request} series={series} />}
      {!some && unbegun.length === 0 && !isInWizard(request) && <NoSeries request={request} />}
      {proposals
        .filter(({ what }) => what.action === 'series.next')
        .map((proposal) => (
          <ProposalNote key={proposal.id} request={request} proposal={proposal} />
        ))}
      {isInWizard(request) ? (
        <div class="narrow">
          <FirstSeriesForm
            request={request}
            known={series.map(({ kind }) => kind)}
            faults={faults}
          />
        </div>
      ) : (
        <div class="narrow">
          <AddSeriesForm request={request} faults={faults} />
          {some && <NextNumberForm request={request} faults={faults} />}
        </div>
      )}
    </>,
    faults,
  );
}

const NoSeries = ({ request }: { request: BusinessRequest }): VNode => (
  <>
    <Empty>Aún no tiene series.</Empty>
    <ActionButton
      request={request}
      action={`/negocios/${request.business.ruc}/series${wizardQuery(request)}`}
      label="Agregar B001 y F001"
      hidden={{ series: 'B001 F001', siguiente: '1' }}
    />
  </>
);

interface SeriesTableProps {
  request: BusinessRequest;
  series: readonly Series[];
}

function SeriesTable({ request, series }: SeriesTableProps): VNode {
  const { ruc, environment } = request.business;
  const query = wizardQuery(request);
  return (
    <Table
      caption={`Sus series en ${ENVIRONMENT[environment as Environment]}`}
      quiet
      head={['Serie', 'De', 'Sigue el número', 'Estado', '']}
      rows={series.map((each) => [
        <strong>{each.code}</strong>,
        `${each.kind}s`,
        <span class="number">{isExhausted(each) ? 'ninguno' : each.lastNumber + 1}</span>,
        <SeriesState series={each} />,
        each.active ? (
          <OpenButton
            href={`/negocios/${ruc}/series/${each.code}/cerrar${query}`}
            label="Cerrar"
            about={`la serie ${each.code}`}
            tone="quiet"
          />
        ) : (
          <ActionButton
            request={request}
            action={`/negocios/${ruc}/series/${each.code}/abrir${query}`}
            label="Abrir"
            about={`la serie ${each.code}`}
            tone="quiet"
          />
        ),
      ])}
    />
  );
}

function SeriesState({ series }: { series: Series }): VNode {
  if (!series.active) return <Tag severity="calm">cerrada</Tag>;
  if (isExhausted(series)) return <Tag severity="bad">agotada</Tag>;
  return <Tag severity="good">abierta</Tag>;
}
