/** The PDF design of a business: its page, and saving it. */
import { changeDesign, currentDesign, updateBusiness } from '@rafaga/db';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { hasFaults } from '../html/formPage.js';
import { PAPER_FORMAT_OPTIONS } from '../html/paperFormats.js';
import { showDesign } from './designForm.js';
import { readDesign } from './readDesign.js';

export const designPage = async (request: BusinessRequest): Promise<PageResponse> =>
  showDesign(request, await currentDesign(request.deps.db, request.business.id), {});

export async function saveDesign(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  const { design, faults } = await readDesign(request);
  if (hasFaults(faults)) {
    const { logo } = await currentDesign(deps.db, business.id);
    return showDesign(request, { ...design, logo }, faults);
  }
  const { version: _version, ...change } = design;
  await changeDesign(deps.db, request.by(), business.id, change);
  const printFormats = PAPER_FORMAT_OPTIONS.map(([format]) => format).filter((format) =>
    form.all('papeles').includes(format),
  );
  await updateBusiness(deps.db, request.by(), business.id, { printFormats });
  await deps.settingsChanges.publish(business.id);
  return redirectWithNotice(`/negocios/${business.ruc}/pdf`, 'guardado');
}
