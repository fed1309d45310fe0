/** The first step of the setup: a new business. */
import { createBusiness } from '@rafaga/db';
import { faultOfRuc, hasCheckDigit } from '@rafaga/operations';
import type { Deps } from '../deps.js';
import { isTaken } from '../edge/isTaken.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/components.js';
import { formPage, hasFaults } from '../html/formPage.js';
import { DataFields, readData, typedValues } from './dataFields.js';
import { Steps } from './wizardSteps.js';

export const newPage = (request: AuthenticatedRequest): PageResponse => showNew(request, {});

const showNew = (request: AuthenticatedRequest, faults: Faults): PageResponse =>
  formPage(
    'Nuevo negocio',
    faults,
    <>
      <FaultList faults={faults} />
      <Steps current="datos" />
      <div class="narrow">
        <h1>Nuevo negocio</h1>
        <p>Se guarda en cada paso: puedes salir y seguir después.</p>
        <Form request={request}>
          <Field
            name="ruc"
            label="RUC"
            inputMode="numeric"
            width={20}
            first
            value={request.form.text('ruc')}
            faults={faults}
          />
          <DataFields faults={faults} values={typedValues(request.form)} />
          <Button>Guardar y continuar</Button>
        </Form>
      </div>
    </>,
  );

export async function createNew(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, form } = request;
  const ruc = form.text('ruc').replace(/\s/g, '');
  const { data, faults } = readData(form);
  const fault = faultOfNewRuc(deps, ruc);
  if (fault) return showNew(request, { ruc: fault, ...faults });
  if (hasFaults(faults)) return showNew(request, faults);
  try {
    // the authority is chosen together with the access; without an access nothing is sent
    await createBusiness(deps.db, request.by(), {
      ...data,
      ruc,
      authority: deps.production ? 'production' : 'simulator',
    });
  } catch (error) {
    if (isTaken(error)) return showNew(request, { ruc: 'Ya hay un negocio con ese RUC.' });
    throw error;
  }
  return redirectWithNotice(`/negocios/${ruc}/certificado?asistente=1`, 'creado');
}

/** In development invented numbers serve to try things out. */
export function faultOfNewRuc({ production }: Pick<Deps, 'production'>, ruc: string) {
  const fault =
    faultOfRuc(ruc) ??
    (production && !hasCheckDigit(ruc)
      ? 'el dígito verificador no corresponde: revisa si hay un número cambiado.'
      : undefined);
  return fault && fault.charAt(0).toUpperCase() + fault.slice(1);
}
