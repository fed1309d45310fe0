/** The pairs with which systems call the API: made here, shown once, revoked for ever. */
import {
  addCredential,
  type CredentialSummary,
  listCredentials,
  revokeCredential,
} from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';
import type { VNode } from 'preact';
import { type Answer, done, notFound, type OfBusiness, Refused } from '../edge/visit.js';
import { Button, Empty, type Faults, Field, Form, Note, Table, Tag } from '../html/bits.js';
import { businessPage } from '../html/businessFrame.js';
import { moment } from '../html/formats.js';
import { may } from '../people/roles.js';

/** To change a key without a stop, two are enough; more are forgotten keys. */
const MOST_ACTIVE = 5;

export const credentialsPage = (visit: OfBusiness): Promise<Answer> => show(visit, {});

async function show(visit: OfBusiness, faults: Faults): Promise<Answer> {
  const { deps, business, person, form } = visit;
  const all = await listCredentials(deps.db, business.id);
  return businessPage(
    visit,
    'Credenciales',
    <>
      {all.length === 0 ? (
        <Empty>
          {business.state === 'active'
            ? 'Aún no hay. Crea la primera abajo.'
            : 'Aún no hay. Se crean después de activar el negocio.'}
        </Empty>
      ) : (
        <Table
          caption="Credenciales de la API"
          quiet
          head={['Nombre', 'X-Api-Key', 'Creada', 'Último uso', 'Estado', '']}
          rows={all.map((each) => [
            each.name,
            <code>{each.apiKey}</code>,
            <span class="number">{moment(each.createdAt)}</span>,
            <span class="number">{each.lastUsedAt ? moment(each.lastUsedAt) : 'nunca'}</span>,
            each.revokedAt ? <Tag mood="calm">revocada</Tag> : <Tag mood="good">activa</Tag>,
            each.revokedAt ? '' : <Revoke visit={visit} credential={each} />,
          ])}
        />
      )}
      {business.state === 'active' && may(person.role, 'credentials.create') && (
        <div class="narrow">
          <h2>Crear una credencial</h2>
          <p>Para cambiar una, crea primero la nueva, úsala, y después revoca la anterior.</p>
          <Form visit={visit}>
            <Field
              name="nombre"
              label="Nombre"
              hint="Para reconocerla: la caja, la tienda, el sistema."
              value={form.text('nombre')}
              faults={faults}
            />
            <Button>Crear credencial</Button>
          </Form>
        </div>
      )}
    </>,
    faults,
  );
}

const Revoke = ({
  visit,
  credential: { apiKey, name },
}: {
  visit: OfBusiness;
  credential: CredentialSummary;
}): VNode => (
  <a class="button quiet" href={`/negocios/${visit.business.ruc}/credenciales/${apiKey}/revocar`}>
    Revocar<span class="unseen"> {name}</span>
  </a>
);

export async function create(visit: OfBusiness): Promise<Answer> {
  const { deps, business, form } = visit;
  if (business.state !== 'active')
    throw new Refused(409, 'Las credenciales se crean después de activar el negocio.');
  const name = form.text('nombre');
  const active = (await listCredentials(deps.db, business.id)).filter(
    ({ revokedAt }) => revokedAt === null,
  );
  if (name.length < 1 || name.length > 100 || /\p{C}/u.test(name))
    return show(visit, { nombre: 'Ponle un nombre, de 1 a 100 caracteres.' });
  if (active.some((each) => each.name === name))
    return show(visit, { nombre: 'Ya hay una credencial activa con ese nombre.' });
  if (active.length >= MOST_ACTIVE)
    return show(visit, { nombre: `Hay ${MOST_ACTIVE} activas: revoca antes la que no se use.` });
  const { apiKey, apiSecret } = newCredential();
  await addCredential(deps.db, visit.by(), {
    businessId: business.id,
    name,
    apiKey,
    secretHash: hashSecret(apiSecret, deps.pepper),
  });
  await deps.settingsChanges.publish(business.id);
  return businessPage(
    visit,
    `Credencial «${name}»`,
    <div class="narrow">
      <Note mood="warn" title="Guárdala ahora: nadie podrá volver a ver el secreto">
        <p>
          Va en dos encabezados de cada llamada a la API, desde un servidor. Nunca en una aplicación
          ni en una página.
        </p>
      </Note>
      <Shown id="api-key" label="X-Api-Key" value={apiKey} />
      <Shown id="api-secret" label="X-Api-Secret" value={apiSecret} />
      <details>
        <summary>Como archivo .env</summary>
        <pre class="secret">{`RAFAGA_API_KEY=${apiKey}\nRAFAGA_API_SECRET=${apiSecret}`}</pre>
      </details>
      <p>
        <a class="button main" href={`/negocios/${business.ruc}/credenciales`}>
          Ya la guardé
        </a>
      </p>
    </div>,
  );
}

const Shown = ({ id, label, value }: { id: string; label: string; value: string }): VNode => (
  <div class="field">
    <p>
      <strong>{label}</strong>
    </p>
    <code class="secret" id={id}>
      {value}
    </code>
    <button type="button" class="button quiet" data-copy={id} hidden>
      Copiar<span class="unseen"> {label}</span>
    </button>
  </div>
);

async function named(visit: OfBusiness): Promise<CredentialSummary> {
  const found = (await listCredentials(visit.deps.db, visit.business.id)).find(
    ({ apiKey }) => apiKey === visit.param('clave'),
  );
  if (!found) throw notFound();
  return found;
}

export const revokePage = async (visit: OfBusiness): Promise<Answer> =>
  askRevoke(visit, await named(visit), {});

const askRevoke = (
  visit: OfBusiness,
  { name, apiKey, lastUsedAt }: CredentialSummary,
  faults: Faults,
): Answer =>
  businessPage(
    visit,
    `Revocar «${name}»`,
    <div class="narrow">
      <p>
        <code>{apiKey}</code>, último uso: {lastUsedAt ? moment(lastUsedAt) : 'nunca'}.
      </p>
      <p>En menos de 5 segundos la API rechazará con 401 a quien la use. No se puede deshacer.</p>
      <Form visit={visit}>
        <Field
          name="nombre"
          label={`Para confirmar, escribe su nombre: ${name}`}
          value={visit.form.text('nombre')}
          faults={faults}
        />
        <div class="row">
          <Button tone="danger">Revocar para siempre</Button>
          <a href={`/negocios/${visit.business.ruc}/credenciales`}>Volver</a>
        </div>
      </Form>
    </div>,
    faults,
  );

export async function revoke(visit: OfBusiness): Promise<Answer> {
  const credential = await named(visit);
  if (visit.form.text('nombre') !== credential.name)
    return askRevoke(visit, credential, { nombre: 'No es el nombre de la credencial.' });
  await revokeCredential(visit.deps.db, visit.by(), credential.apiKey);
  await visit.deps.settingsChanges.publish(visit.business.id);
  return done(`/negocios/${visit.business.ruc}/credenciales`, 'revocada');
}
