/** The PDF design of a business: its page, and saving it. */
import { isDeepStrictEqual } from 'node:util';
import {
  changeDesign,
  currentDesign,
  DesignProblem,
  type StoredDesign,
  updateBusiness,
} from '@rafaga/db';
import { designWords } from '@rafaga/operations';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import type { Faults } from '../html/form.js';
import { hasFaults } from '../html/formPage.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { showDesign } from './designForm.js';
import { readDesign } from './readDesign.js';
import { changedMeanwhile } from './seenValues.js';

export async function designPage(request: BusinessRequest): Promise<PageResponse> {
  const design = await currentDesign(request.deps.db, request.business.id);
  const stored = valuesOf(design, request.business.printFormats);
  const { printFormats } = request.business;
  return showDesign(request, { design, printFormats, stored, faults: {} });
}

const valuesOf = (design: StoredDesign, printFormats: readonly string[]) => [
  design.color,
  design.logo?.toString('base64') ?? null,
  design.contact,
  design.footer,
  design.consultAt,
  design.barcode,
  design.ticketLength,
  design.archive,
  printFormats,
];

export async function saveDesign(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  const { before, design, faults } = await readDesign(request);
  const printFormats = PAPER_FORMAT_OPTIONS.map(([format]) => format).filter((format) =>
    form.all('papeles').includes(format),
  );
  const stored = valuesOf(before, business.printFormats);
  const undone = changedMeanwhile(form, { stored, wanted: valuesOf(design, printFormats) });
  const found = { ...faults, ...undone };
  const again = (refused: Faults) =>
    showDesign(request, {
      design: { ...design, logo: before.logo },
      printFormats,
      stored,
      faults: refused,
    });
  if (hasFaults(found)) return again(found);
  const { version: _version, ...change } = design;
  const drawn = await changeDesign(deps.db, request.by(), business.id, change).catch((error) => {
    if (error instanceof DesignProblem) return error;
    throw error;
  });
  if (drawn instanceof DesignProblem) return again({ pie: designWords(drawn) });
  const { version } = drawn;
  const printsOthers = !isDeepStrictEqual(new Set(printFormats), new Set(business.printFormats));
  if (printsOthers) await updateBusiness(deps.db, request.by(), business.id, { printFormats });
  const changed = printsOthers || version !== before.version;
  if (changed) await deps.settingsChanges.publish(business.id);
  const notice = changed ? 'guardado' : 'diseno_igual';
  return redirectWithNotice(`/negocios/${business.ruc}/pdf`, notice);
}
