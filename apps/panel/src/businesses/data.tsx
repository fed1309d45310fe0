/** The data of a business: legal name, trade name, address. */
import { type Business, updateBusiness } from '@rafaga/db';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Button, type Faults, Form } from '../html/components.js';
import { hasFaults } from '../html/formPage.js';
import { isPermitted } from '../users/permissions.js';
import { afterStep, businessPage, isInWizard } from './businessLayout.js';
import { DataFields, type DataValues, readData, typedValues } from './dataFields.js';
import { DraftActions } from './draft.js';
import { changedMeanwhile, SeenValues } from './seenValues.js';

export function dataPage(request: BusinessRequest): Promise<PageResponse> {
  const { legalName, tradeName, address, ubigeo } = request.business;
  const values = {
    razon_social: legalName,
    nombre_comercial: tradeName ?? '',
    direccion: address ?? '',
    ubigeo: ubigeo ?? '',
  };
  return showData(request, values, {});
}

const storedIn = ({ legalName, tradeName, address, ubigeo }: Business) => [
  legalName,
  tradeName,
  address,
  ubigeo,
];

const showData = (
  request: BusinessRequest,
  values: DataValues,
  faults: Faults,
): Promise<PageResponse> =>
  businessPage(
    request,
    'Datos',
    <div class="narrow">
      <Form request={request}>
        <SeenValues request={request} stored={storedIn(request.business)} />
        <DataFields values={values} faults={faults} />
        <Button>{isInWizard(request) ? 'Guardar y continuar' : 'Guardar'}</Button>
      </Form>
      {isPermitted(request.user.role, 'businesses.govern') && <DraftActions request={request} />}
    </div>,
    faults,
  );

export async function saveData(request: BusinessRequest): Promise<PageResponse> {
  const { deps, form, business, by } = request;
  const { data, faults: typed } = readData(form);
  const values = { stored: storedIn(business), wanted: storedIn({ ...business, ...data }) };
  const faults = { ...changedMeanwhile(form, values), ...typed };
  if (hasFaults(faults)) return showData(request, typedValues(form), faults);
  await updateBusiness(deps.db, by(), business.id, data);
  await deps.settingsChanges.publish(business.id);
  return afterStep(request, 'datos', 'guardado');
}
