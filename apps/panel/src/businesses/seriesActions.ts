/** Adds series, opens closed ones, and proposes a higher next number, which two persons decide. */
import {
  activateSeries,
  addSeries,
  type Environment,
  listSeries,
  listSeriesToBegin,
} from '@rafaga/db';
import { isExhausted, isSeriesCode } from '@rafaga/operations';
import { isTaken } from '../edge/isTaken.js';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { hasFaults } from '../html/formPage.js';
import { reasonFault } from '../html/reason.js';
import { addProposal } from '../proposals/proposals.js';
import { AUTHORITIES } from './authorities.js';
import { wizardQuery } from './businessLayout.js';
import { showSeries } from './series.js';
import { faultOfFirst, MAX_NUMBER, readNumber } from './seriesNumber.js';

export async function add(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business } = request;
  const codes = form
    .text('series')
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const next = readNumber(form.text('siguiente'));
  const faults: Record<string, string> = {};
  if (codes.length === 0 || codes.length > 20 || codes.some((code) => !isSeriesCode(code)))
    faults.series = 'Son 4 caracteres: B001 para boletas, F001 para facturas.';
  const fault = faultOfFirst(next);
  if (fault) faults.siguiente = fault;
  const known = (await listSeries(deps.db, business.id)).map(({ code }) => code);
  const twice = codes.find((code, index) => known.includes(code) || codes.indexOf(code) < index);
  const there = form.text('ambiente');
  if (there && there !== business.environment) return begin(request, codes, next, fault);
  if (twice) faults.series ??= `La serie ${twice} ya existe.`;
  if (next === undefined || hasFaults(faults)) return showSeries(request, faults);
  try {
    for (const code of codes) await addSeries(deps.db, request.by(), business.id, code, next);
  } catch (error) {
    if (!isTaken(error)) throw error;
    // sent twice at once
    return showSeries(request, { series: 'Una de estas series se acaba de agregar.' });
  }
  return changed(request, 'serie_agregada');
}

/** Gives series of the present environment their first number in another one. */
async function begin(
  request: BusinessRequest,
  codes: readonly string[],
  next: number | undefined,
  fault: string | undefined,
): Promise<PageResponse> {
  const { deps, form, business } = request;
  const there = AUTHORITIES.find((name) => name === form.text('ambiente'));
  if (!there || next === undefined) throw notFound();
  if (fault) throw new PageRefusal(409, fault);
  const known = await listSeriesToBegin(deps.db, business.id, there);
  // sent twice, or the environment changed meanwhile: the page shows what is left
  const left = codes.filter((code) => known.some((each) => each.code === code));
  for (const code of left)
    await addSeries(deps.db, request.by(), business.id, code, next, there).catch((error) => {
      if (!isTaken(error)) throw error;
    });
  const path = `/negocios/${business.ruc}/conexion${wizardQuery(request)}`;
  return redirectWithNotice(path, 'serie_adelantada');
}

export async function reopen(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  const code = request.param('serie');
  if (!(await listSeries(deps.db, business.id)).some((each) => each.code === code))
    return showSeries(request, { series: 'No existe esa serie.' });
  await activateSeries(deps.db, request.by(), business.id, code);
  return changed(request, 'serie_abierta');
}

/** Proposes that a series continues at a higher number; a second person has to approve it. */
export async function proposeNextNumber(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business } = request;
  const code = form.text('codigo').toUpperCase();
  const next = readNumber(form.text('numero'));
  const reason = form.text('motivo');
  const faults: Record<string, string> = {};
  if (!isSeriesCode(code)) faults.codigo = 'Escribe la serie, como B001.';
  if (next === undefined) faults.numero = `Escribe un número entero de 1 a ${MAX_NUMBER}.`;
  const unreasoned = reasonFault(reason);
  if (unreasoned) faults.motivo = unreasoned;
  if (next === undefined || hasFaults(faults)) return showSeries(request, faults);
  const found = (await listSeries(deps.db, business.id)).find((each) => each.code === code);
  if (!found) return showSeries(request, { codigo: 'No existe esa serie.' });
  if (found.lastNumber >= next)
    return showSeries(request, {
      numero:
        `La serie ${code} ya pasó del número ${next}: ` +
        (isExhausted(found) ? 'está agotada.' : `el siguiente es ${found.lastNumber + 1} o más.`),
    });
  await addProposal(request, reason, {
    action: 'series.next',
    businessId: business.id,
    environment: found.environment as Environment,
    series: code,
    nextNumber: next,
  });
  return redirectWithNotice(`/negocios/${business.ruc}/series${wizardQuery(request)}`, 'propuesta');
}

async function changed(request: BusinessRequest, notice: string): Promise<PageResponse> {
  const { deps, business } = request;
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}/series${wizardQuery(request)}`, notice);
}
