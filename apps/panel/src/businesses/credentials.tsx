/** The API credentials of a business: created, shown once, revoked. */
import {
  addCredential,
  CredentialProblem,
  type CredentialSummary,
  latestCredentials,
  revokeCredential,
} from '@rafaga/db';
import { credentialWords, hasUnprinted } from '@rafaga/operations';
import { hashSecret, newCredential } from '@rafaga/secrets';
import type { VNode } from 'preact';
import { putHeldValue } from '../edge/heldValue.js';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect, redirectWithNotice } from '../edge/pageResponse.js';
import { Button, Empty, type Faults, Field, Form, Table, Tag } from '../html/components.js';
import { moment } from '../html/formats.js';
import { isPermitted } from '../users/permissions.js';
import { businessPage, isInWizard, wizardQuery } from './businessLayout.js';
import { namedCredential } from './namedCredential.js';

/** Of the revoked credentials the page shows this many. */
const MAX_REVOKED = 100;

export const credentialsPage = (request: BusinessRequest): Promise<PageResponse> =>
  show(request, {});

async function show(request: BusinessRequest, faults: Faults): Promise<PageResponse> {
  const { deps, business, user } = request;
  const found = await latestCredentials(deps.db, business.id, MAX_REVOKED + 1);
  const revoked = found.filter((each) => each.revokedAt);
  const shown = revoked.length > MAX_REVOKED ? found.slice(0, -1) : found;
  return businessPage(
    request,
    'Credenciales',
    <>
      {shown.length === 0 ? (
        <NoCredentials request={request} />
      ) : (
        <Table
          caption="Credenciales de la API"
          quiet
          head={['Nombre', 'X-Api-Key', 'Creada', 'Último uso', 'Estado', '']}
          rows={shown.map((each) => [
            each.name,
            <code>{each.apiKey}</code>,
            <span class="number">{moment(each.createdAt)}</span>,
            <span class="number">{each.lastUsedAt ? moment(each.lastUsedAt) : 'nunca'}</span>,
            each.revokedAt ? (
              <Tag severity="calm">revocada</Tag>
            ) : (
              <Tag severity="good">activa</Tag>
            ),
            each.revokedAt ? '' : <Revoke request={request} credential={each} />,
          ])}
        />
      )}
      {shown.length < found.length && (
        <p class="hint">
          De las revocadas se ven las {MAX_REVOKED} últimas; todas, con{' '}
          <code>rafaga credencial listar --ruc {business.ruc}</code>.
        </p>
      )}
      {business.state === 'active' && isPermitted(user.role, 'credentials.create') && (
        <CreateForm request={request} faults={faults} />
      )}
    </>,
    faults,
  );
}

function NoCredentials({ request }: { request: BusinessRequest }): VNode {
  if (request.business.state !== 'active')
    return (
      <Empty>
        Aún no hay. Se crean después de <a href={activationOf(request)}>activar el negocio</a>.
      </Empty>
    );
  return (
    <Empty>
      {isPermitted(request.user.role, 'credentials.create')
        ? 'Aún no hay. Crea la primera abajo.'
        : 'Aún no hay. La crea un administrador, o un usuario del negocio.'}
    </Empty>
  );
}

const CreateForm = ({ request, faults }: { request: BusinessRequest; faults: Faults }): VNode => (
  <div class="narrow">
    <h2>Crear una credencial</h2>
    <p>Para cambiar una, crea primero la nueva, úsala, y después revoca la anterior.</p>
    <Form request={request}>
      <Field
        name="nombre"
        label="Nombre"
        hint="Para reconocerla: la caja, la tienda, el sistema."
        first={isInWizard(request)}
        value={request.form.text('nombre')}
        faults={faults}
      />
      <Button>Crear credencial</Button>
    </Form>
  </div>
);

const activationOf = (request: BusinessRequest): string =>
  `/negocios/${request.business.ruc}/activar${wizardQuery(request)}`;

const Revoke = ({
  request,
  credential: { apiKey, name },
}: {
  request: BusinessRequest;
  credential: CredentialSummary;
}): VNode => (
  <a class="button quiet" href={`/negocios/${request.business.ruc}/credenciales/${apiKey}/revocar`}>
    Revocar<span class="unseen"> {name}</span>
  </a>
);

export async function create(request: BusinessRequest): Promise<PageResponse> {
  const { deps, business, form } = request;
  if (business.state !== 'active')
    throw new PageRefusal(409, 'Las credenciales se crean después de activar el negocio.');
  const name = form.text('nombre');
  if (name.length < 1 || name.length > 100 || hasUnprinted(name))
    return show(request, { nombre: 'Ponle un nombre, de 1 a 100 caracteres.' });
  const { apiKey, apiSecret } = newCredential();
  try {
    await addCredential(deps.db, request.by(), {
      businessId: business.id,
      name,
      apiKey,
      secretHash: hashSecret(apiSecret, deps.pepper),
    });
  } catch (error) {
    if (!(error instanceof CredentialProblem)) throw error;
    return show(request, { nombre: credentialWords(error) });
  }
  await deps.settingsChanges.publish(business.id);
  const query = new URLSearchParams({ visto: await putHeldValue(request, { apiSecret }) });
  if (isInWizard(request)) query.set('asistente', '1');
  return redirect(`/negocios/${business.ruc}/credenciales/${apiKey}/secreto?${query}`);
}

export const revokePage = async (request: BusinessRequest): Promise<PageResponse> =>
  askRevoke(request, await namedCredential(request), {});

const askRevoke = (
  request: BusinessRequest,
  { name, apiKey, lastUsedAt }: CredentialSummary,
  faults: Faults,
): Promise<PageResponse> =>
  businessPage(
    request,
    `Revocar «${name}»`,
    <div class="narrow">
      <p>
        <code>{apiKey}</code>, último uso: {lastUsedAt ? moment(lastUsedAt) : 'nunca'}.
      </p>
      <p>En menos de 5 segundos la API rechazará con 401 a quien la use. No se puede deshacer.</p>
      <Form request={request}>
        <Field
          name="nombre"
          label={`Para confirmar, escribe su nombre: ${name}`}
          value={request.form.text('nombre')}
          faults={faults}
        />
        <div class="row">
          <Button tone="danger">Revocar para siempre</Button>
          <a href={`/negocios/${request.business.ruc}/credenciales`}>Volver</a>
        </div>
      </Form>
    </div>,
    faults,
  );

export async function revoke(request: BusinessRequest): Promise<PageResponse> {
  const credential = await namedCredential(request);
  if (request.form.text('nombre') !== credential.name)
    return askRevoke(request, credential, { nombre: 'No es el nombre de la credencial.' });
  await revokeCredential(request.deps.db, request.by(), credential.apiKey);
  await request.deps.settingsChanges.publish(request.business.id);
  return redirectWithNotice(`/negocios/${request.business.ruc}/credenciales`, 'revocada');
}
