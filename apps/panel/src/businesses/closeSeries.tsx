/** Closes a series, after a page that says what stops. */

import { deactivateSeries, listSeries, type Series } from '@rafaga/db';
import { isExhausted } from '@rafaga/operations';
import { notFound } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import type { Faults } from '../html/components.js';
import { confirmationFaults, confirmPage } from '../html/confirmPage.js';
import { hasFaults } from '../html/formPage.js';
import { wizardQuery } from './businessLayout.js';

export const closePage = async (request: BusinessRequest): Promise<PageResponse> =>
  showClosing(request, await requestedSeries(request));

async function requestedSeries({ deps, business, param }: BusinessRequest): Promise<Series> {
  const all = await listSeries(deps.db, business.id);
  const found = all.find(({ code }) => code === param('serie'));
  if (!found) throw notFound();
  return found;
}

function showClosing(request: BusinessRequest, series: Series, faults?: Faults): PageResponse {
  const { business } = request;
  const { code, kind, lastNumber } = series;
  return confirmPage(
    request,
    {
      title: `Cerrar la serie ${code}`,
      back: { href: seriesAddress(request), label: `Series de ${business.ruc}` },
      stops: [
        <>
          La API rechaza desde ese momento toda {kind} de la serie {code} de{' '}
          <strong>{business.legalName}</strong> (RUC {business.ruc}): las cajas que la usan dejan de
          vender con ella.
        </>,
      ],
      goesOn: [
        lastNumber > 0
          ? `Lo emitido hasta ${code}-${lastNumber} queda, y a lo pendiente no le afecta.`
          : 'Nada se emitió con ella todavía.',
        'Las otras series del negocio siguen.',
        ...(isExhausted(series)
          ? []
          : [`Se puede abrir otra vez, y sigue en el ${lastNumber + 1}.`]),
      ],
      button: `Cerrar ${code}`,
    },
    faults,
  );
}

export async function close(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  const series = await requestedSeries(request);
  const faults = confirmationFaults(request);
  if (hasFaults(faults)) return showClosing(request, series, faults);
  const by = request.by(form.text('motivo'));
  if (series.active) await deactivateSeries(deps.db, by, business.id, series.code);
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(seriesAddress(request), 'serie_cerrada');
}

const seriesAddress = (request: BusinessRequest): string =>
  `/negocios/${request.business.ruc}/series${wizardQuery(request)}`;
