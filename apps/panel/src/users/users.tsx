/** Who may come in, and as what: invited, changed and shut out by admins. */
import {
  addPerson,
  changePerson,
  closeSessionsOf,
  findBusiness,
  findPerson,
  invite,
  listBusinesses,
  listPeople,
  type Person,
  ROLES,
  type Role,
} from '@rafaga/db';
import { newInvitation } from '@rafaga/operations';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirectWithNotice } from '../edge/pageResponse.js';
import {
  ActionButton,
  Button,
  FaultList,
  type Faults,
  Field,
  Form,
  Note,
  Select,
  Table,
  Tag,
} from '../html/components.js';
import { moment } from '../html/formats.js';
import { ROLE_NAMES } from './permissions.js';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

export const usersPage = (request: AuthenticatedRequest): Promise<PageResponse> =>
  show(request, {});

async function show(request: AuthenticatedRequest, faults: Faults): Promise<PageResponse> {
  const { deps, form } = request;
  const [all, businesses] = await Promise.all([listPeople(deps.db), listBusinesses(deps.db)]);
  const nameOf = new Map(businesses.map(({ id, legalName }) => [id, legalName]));
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Usuarios`,
    <>
      <FaultList faults={faults} />
      <h1>Usuarios</h1>
      <Table
        caption="Quiénes pueden ingresar"
        head={['Persona', 'Rol', 'Estado', 'Código de verificación', 'Sesiones', '']}
        rows={all.map((user) => [
          <span class="wide">
            {user.name}
            <br />
            <span class="hint">{user.email}</span>
          </span>,
          <>
            {ROLE_NAMES[user.role]}
            {user.businessId !== null && <span class="hint"> {nameOf.get(user.businessId)}</span>}
          </>,
          <State user={user} />,
          user.secondFactor ? 'activado' : 'sin activar',
          user.sessions,
          <a href={`/usuarios/${user.id}`}>
            Cambiar<span class="unseen"> a {user.name}</span>
          </a>,
        ])}
      />
      <h2>Invitar a alguien</h2>
      <Form request={request} action="/usuarios" class="narrow">
        <Field
          name="correo"
          label="Correo"
          type="email"
          inputMode="email"
          value={form.text('correo')}
          faults={faults}
        />
        <Field name="nombre" label="Nombre" value={form.text('nombre')} faults={faults} />
        <Select
          name="rol"
          label="Rol"
          value={form.text('rol') || 'operator'}
          options={ROLES.map((role) => [role, ROLE_NAMES[role]])}
          faults={faults}
        />
        <Field
          name="ruc"
          label="RUC del negocio"
          hint="Solo para el rol Negocio."
          inputMode="numeric"
          width={20}
          value={form.text('ruc')}
          faults={faults}
        />
        <Button>Crear enlace de invitación</Button>
      </Form>
    </>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );
}

function State({ user }: { user: Person & { accepted: boolean } }) {
  if (user.disabledAt) return <Tag severity="bad">desactivado</Tag>;
  return user.accepted ? <Tag severity="good">activo</Tag> : <Tag severity="warn">invitado</Tag>;
}

export async function inviteNew(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, form } = request;
  const [email, name, role, ruc] = [
    form.text('correo').toLowerCase(),
    form.text('nombre'),
    form.text('rol') as Role,
    form.text('ruc'),
  ];
  const faults: Record<string, string> = {};
  if (!EMAIL.test(email)) faults.correo = 'Escribe un correo, como ana@ejemplo.pe.';
  if (name.length < 2 || name.length > 100 || /\p{C}/u.test(name))
    faults.nombre = 'Escribe su nombre, de 2 a 100 caracteres.';
  if (!ROLES.includes(role)) faults.rol = 'Elige un rol.';
  const business =
    role === 'business' && /^\d{11}$/.test(ruc) ? await findBusiness(deps.db, ruc) : null;
  if (role === 'business' && !business) faults.ruc = 'No hay un negocio con ese RUC.';
  if (Object.keys(faults).length > 0) return show(request, faults);
  try {
    const user = await addPerson(deps.db, request.by(), {
      email,
      name,
      role,
      businessId: business?.id,
    });
    return await showLink(request, user);
  } catch (error) {
    if ((error as { code?: string }).code === 'P2002')
      return show(request, { correo: 'Ya hay alguien con ese correo.' });
    throw error;
  }
}

/** The link is on this page and nowhere else: only its hash is kept. */
async function showLink(request: AuthenticatedRequest, user: Person): Promise<PageResponse> {
  const { path, hash, until } = newInvitation(request.now);
  await invite(request.deps.db, request.by(), user.id, hash, until);
  return page(
    'Enlace de invitación',
    <div class="narrow">
      <h1>Enlace de invitación</h1>
      <Note severity="warn" title="Cópialo ahora: no se volverá a mostrar">
        <p>
          Envíalo a <strong>{user.email}</strong> por un medio en que nadie más lo lea. Sirve una
          vez y hasta el {moment(until)}.
        </p>
      </Note>
      <code class="secret" id="enlace">
        {request.deps.url.origin}
        {path}
      </code>
      <p class="row">
        <button type="button" class="button quiet" data-copy="enlace" hidden>
          Copiar
        </button>
        <a href="/usuarios">Volver a Usuarios</a>
      </p>
    </div>,
  );
}

async function named(request: AuthenticatedRequest): Promise<Person> {
  const id = request.param('id');
  const user = /^\d{1,9}$/.test(id) ? await findPerson(request.deps.db, Number(id)) : undefined;
  if (!user) throw notFound();
  return user;
}

export async function personPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await named(request);
  const at = `/usuarios/${user.id}`;
  const own = user.id === request.user.id;
  return page(
    user.name,
    <div class="narrow">
      <p class="crumbs">
        <a href="/usuarios">Usuarios</a>
      </p>
      <h1>{user.name}</h1>
      <p>{user.email}</p>
      {own ? (
        <p class="empty">Es tu propia cuenta: tu rol lo cambia otro administrador.</p>
      ) : (
        <>
          {user.role !== 'business' && (
            <Form request={request} action={`${at}/rol`}>
              <Select
                name="rol"
                label="Rol"
                hint="Al cambiarlo se cierran sus sesiones."
                value={user.role}
                options={ROLES.filter((role) => role !== 'business').map((role) => [
                  role,
                  ROLE_NAMES[role],
                ])}
              />
              <Button>Cambiar el rol</Button>
            </Form>
          )}
          <h2>Acceso</h2>
          <p>
            Una invitación nueva borra su contraseña y su código de verificación, y cierra sus
            sesiones.
          </p>
          <p class="row">
            <ActionButton
              request={request}
              action={`${at}/invitar`}
              label="Crear una invitación nueva"
              tone="quiet"
            />
            <ActionButton
              request={request}
              action={`${at}/sesiones`}
              label="Cerrar sus sesiones"
              tone="quiet"
            />
            {user.disabledAt ? (
              <ActionButton
                request={request}
                action={`${at}/activar`}
                label="Dejarle ingresar otra vez"
              />
            ) : (
              <ActionButton
                request={request}
                action={`${at}/desactivar`}
                label="No dejarle ingresar"
                tone="danger"
              />
            )}
          </p>
        </>
      )}
    </div>,
  );
}

/**
 * Nobody takes away or gives himself anything: an admin's slip must not leave the house without
 * one.
 */
async function another(request: AuthenticatedRequest): Promise<Person> {
  const user = await named(request);
  if (user.id === request.user.id)
    throw new PageRefusal(409, 'Tu propia cuenta la cambia otro administrador.');
  return user;
}

export async function changeRole(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await another(request);
  const role = request.form.text('rol') as Role;
  if (!ROLES.includes(role) || role === 'business' || user.role === 'business')
    throw new PageRefusal(400, 'Ese rol no se puede dar aquí.');
  await changePerson(request.deps.db, request.by(), user.id, { role });
  return redirectWithNotice(`/usuarios/${user.id}`, 'guardado');
}

const setDisabled =
  (disabled: boolean) =>
  async (request: AuthenticatedRequest): Promise<PageResponse> => {
    const user = await another(request);
    await changePerson(request.deps.db, request.by(), user.id, { disabled });
    return redirectWithNotice(`/usuarios/${user.id}`, disabled ? 'desactivado' : 'reactivado');
  };
export const disable = setDisabled(true);
export const enable = setDisabled(false);

export const inviteAgain = async (request: AuthenticatedRequest): Promise<PageResponse> =>
  showLink(request, await another(request));

export async function endSessions(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await named(request);
  await closeSessionsOf(
    request.deps.db,
    user.id,
    user.id === request.user.id ? request.session : undefined,
  );
  return redirectWithNotice(`/usuarios/${user.id}`, 'sesiones_cerradas');
}
