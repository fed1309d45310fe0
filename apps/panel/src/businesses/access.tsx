/** The connection to SUNAT: environment, SOL user and credentials of the Consulta Integrada. */
import {
  type Business,
  type Environment,
  findAccess,
  findAccessTrials,
  listSeriesToBegin,
  type PendingProposal,
  type UnprovenPolicy,
} from '@rafaga/db';
import { UNPROVEN } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { Button, Choice, type Faults, Field, Form, type Options, Tag } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { TrialLines } from './accessTrials.js';
import { AUTHORITIES, AUTHORITY_NAMES, offeredAuthorities } from './authorities.js';
import { businessPage, isInWizard } from './businessLayout.js';
import { ConsultFields } from './consultFields.js';
import { EnvironmentChange, pendingUnder } from './environmentChange.js';
import { SeenValues } from './seenValues.js';
import { SeriesToBeginNote } from './unbegunSeries.js';

type Access = Awaited<ReturnType<typeof findAccess>>;

export const accessPage = (request: BusinessRequest): Promise<PageResponse> =>
  showAccess(request, {});

export async function showAccess(request: BusinessRequest, faults: Faults): Promise<PageResponse> {
  const { deps, business, user } = request;
  const [access, trials, pending] = await Promise.all([
    findAccess(deps.db, business.id),
    findAccessTrials(deps.db, business.id),
    pendingUnder(request),
  ]);
  const govern = isPermitted(user.role, 'businesses.govern');
  const there = targetWanted(request, pending.proposals);
  const toBegin = there ? await listSeriesToBegin(deps.db, business.id, there) : [];
  const options: Options = offeredAuthorities(deps, business).map((name) => [
    name,
    AUTHORITY_NAMES[name] ?? name,
  ]);
  return businessPage(
    request,
    'Conexión con SUNAT',
    <div class="narrow">
      {access && <StoredAccess hasConsult={access.consultId !== undefined} />}
      {access && <TrialLines trials={trials} hasConsult={access.consultId !== undefined} />}
      <PauseNotice business={business} now={request.now} />
      <AccessForm
        request={request}
        access={access}
        options={options}
        faults={faults}
        govern={govern}
      />
      {govern && there && <SeriesToBeginNote request={request} series={toBegin} there={there} />}
      {govern && (
        <EnvironmentChange request={request} {...pending} options={options} faults={faults} />
      )}
      {isInWizard(request) && access && (
        <p>
          <a href={`/negocios/${business.ruc}/series?asistente=1`}>Seguir con lo guardado</a>
        </p>
      )}
    </div>,
    faults,
  );
}

/** The environment that this person has just chosen, or that another one has proposed. */
function targetWanted(
  { form, business }: BusinessRequest,
  proposals: readonly PendingProposal[],
): Environment | undefined {
  const [what] = proposals.map((proposal) => proposal.what);
  if (what?.action === 'environment.change') return what.environment;
  const wanted = form.text('nuevo') || form.text('ambiente');
  return AUTHORITIES.find((name) => name === wanted && name !== business.environment);
}

const StoredAccess = ({ hasConsult }: { hasConsult: boolean }): VNode => (
  <p>
    <Tag severity="good">guardado</Tag> Hay un usuario SOL
    {hasConsult
      ? ' y credenciales de Consulta Integrada'
      : ', sin credenciales de Consulta Integrada'}
    . Nadie puede volver a verlos; para cambiarlos, escríbelos de nuevo.
  </p>
);

function PauseNotice({ business, now }: { business: Business; now: Date }): VNode | null {
  const { pauseReason, pausedUntil } = business;
  if (!pauseReason || !pausedUntil || pausedUntil <= now) return null;
  return (
    <p>
      <Tag severity="warn">envío en pausa</Tag> {pauseReason}
    </p>
  );
}

interface AccessFormProps {
  request: BusinessRequest;
  access: Access;
  options: Options;
  faults: Faults;
  govern: boolean;
}

function AccessForm({ request, access, options, faults, govern }: AccessFormProps): VNode {
  const { business, form } = request;
  return (
    <Form request={request}>
      <SeenValues request={request} stored={connectionOf(business)} />
      {govern && business.authority !== 'custom' ? (
        <Choice
          name="ambiente"
          label="Ambiente"
          value={form.text('ambiente') || business.authority}
          options={options}
          faults={faults}
        />
      ) : (
        <p>
          Ambiente: <strong>{AUTHORITY_NAMES[business.authority]}</strong>
        </p>
      )}
      <Field
        name="usuario"
        label="Usuario SOL secundario"
        hint="Sin el RUC, como MODDATOS."
        width={20}
        first={isInWizard(request)}
        value={form.text('usuario')}
        faults={faults}
      />
      <Field name="clave" label="Clave SOL" type="password" faults={faults} />
      <ConsultFields
        form={form}
        chosen={chosenPolicy(business)}
        stored={access?.consultId !== undefined}
        faults={faults}
      />
      <Button>{isInWizard(request) ? 'Probar, guardar y continuar' : 'Probar y guardar'}</Button>
    </Form>
  );
}

/** What another user may have changed while the form was open, and the form would undo. */
export const connectionOf = (
  business: Business,
  policy = chosenPolicy(business),
): readonly unknown[] => [business.authority, policy];

/** The word of the chosen policy; '' while a person still has to choose one. */
const chosenPolicy = ({ unprovenChosenAt, unprovenPolicy }: Business): string =>
  unprovenChosenAt ? UNPROVEN[unprovenPolicy as UnprovenPolicy].word : '';
