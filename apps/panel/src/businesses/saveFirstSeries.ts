/** Saves how prices come, the kinds of documents and the first series: one step of the wizard. */
import { addSeries, listSeries, updateBusiness } from '@rafaga/db';
import { isTaken } from '../edge/isTaken.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { hasFaults } from '../html/formPage.js';
import { isPermitted } from '../users/permissions.js';
import { afterStep } from './businessLayout.js';
import { chosenPrices, readPrices } from './chosenPrices.js';
import { firstSettings, KINDS } from './firstSeriesForm.js';
import { kindFaults } from './kindFaults.js';
import { changedMeanwhile } from './seenValues.js';
import { showSeries } from './series.js';
import { faultOfFirst, readNumber } from './seriesNumber.js';

export async function saveFirstSeries(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business } = request;
  const known = (await listSeries(deps.db, business.id)).map(({ kind }) => kind);
  const { settings, series, faults } = await readFirst(request, known);
  if (hasFaults(faults)) return showSeries(request, faults);
  if (settings) await updateBusiness(deps.db, request.by(), business.id, settings);
  for (const { code, next } of series)
    await addSeries(deps.db, request.by(), business.id, code, next).catch(unlessTaken);
  await deps.settingsChanges.publish(business.id);
  return afterStep(request, 'series', 'emision_guardada');
}

/** A form that was sent twice at once: the other one has added the series. */
function unlessTaken(error: unknown): void {
  if (!isTaken(error)) throw error;
}

async function readFirst(request: BusinessRequest, known: readonly string[]) {
  const { business, form, user } = request;
  const faults: Record<string, string> = {};
  const govern = isPermitted(user.role, 'businesses.govern');
  const settings = govern && {
    pricesIncludeTax: readPrices(request, faults),
    boletas: form.checked('boletas'),
    facturas: form.checked('facturas'),
    exonerationAllowed: form.checked('exonerado'),
  };
  if (settings) {
    Object.assign(faults, await kindFaults(request, settings));
    const stored = firstSettings(chosenPrices(business), business);
    const wanted = firstSettings(form.text('precios'), settings);
    Object.assign(faults, changedMeanwhile(form, { stored, wanted }));
  }
  const series = KINDS.filter(
    ({ kind, name }) => !known.includes(kind) && (govern ? form.checked(name) : true),
  ).map(({ kind, series: usual }) => readSeries(request, kind, usual, faults));
  return { settings, series, faults };
}

function readSeries(
  { form }: BusinessRequest,
  kind: string,
  usual: string,
  faults: Record<string, string>,
): { code: string; next: number } {
  const code = form.text(`serie_${kind}`).toUpperCase();
  const next = readNumber(form.text(`numero_${kind}`));
  if (!/^[A-Z0-9]{4}$/.test(code) || code[0] !== usual[0])
    faults[`serie_${kind}`] = `Son 4 caracteres y el primero es ${usual[0]}, como ${usual}.`;
  const fault = faultOfFirst(next);
  if (fault) faults[`numero_${kind}`] = fault;
  return { code, next: next ?? 1 };
}
