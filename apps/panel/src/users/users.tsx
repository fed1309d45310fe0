/** The users of the panel as a list, and the form that invites a new one. */
import {
  addUser,
  findBusiness,
  findBusinessesById,
  listUsers,
  ROLES,
  type Role,
  type User,
} from '@rafaga/db';
import { hasUnprinted, isEmail } from '@rafaga/operations';
import type { VNode } from 'preact';
import { isTaken } from '../edge/isTaken.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import {
  Button,
  Empty,
  FaultList,
  type Faults,
  Field,
  Form,
  Select,
  Table,
  Tag,
} from '../html/components.js';
import { formPage, hasFaults } from '../html/formPage.js';
import {
  type ListCursor,
  listCursor,
  listPage,
  MAX_INTEGER,
  NONE_HERE,
  Pager,
} from '../html/pager.js';
import { withQuery } from '../references/listAddress.js';
import { showInvitationLink } from './invitationLink.js';
import { ROLE_NAMES } from './permissions.js';
import { filteredUsers, UserFilterForm } from './userFilter.js';

export const usersPage = (request: AuthenticatedRequest): Promise<PageResponse> =>
  showUsers(request, {});

async function showUsers(request: AuthenticatedRequest, faults: Faults): Promise<PageResponse> {
  const { deps, query } = request;
  const { db } = deps;
  const users = (await listUsers(db)).toReversed();
  const cursor = listCursor(request, MAX_INTEGER);
  const list = listPage(rowsOf(filteredUsers(request, users), cursor), cursor);
  const about = list.rows.flatMap(({ businessId }) => businessId ?? []);
  const businesses = await findBusinessesById(db, about);
  const nameOf = new Map(businesses.map(({ id, legalName }) => [id, legalName]));
  return formPage(
    'Usuarios',
    faults,
    <>
      <FaultList faults={faults} />
      <h1>Usuarios</h1>
      <UserFilterForm request={request} />
      {list.rows.length === 0 ? (
        <Empty>{cursor.from ? NONE_HERE : 'Ningún usuario es así.'}</Empty>
      ) : (
        <UserTable users={list.rows} nameOf={nameOf} />
      )}
      <Pager
        list={list}
        keyOf={({ id }) => id}
        href={(more) => withQuery('/usuarios', { texto: query('texto'), de: query('de'), ...more })}
        label="Páginas de usuarios"
      />
      <h2>Invitar a alguien</h2>
      <InviteForm request={request} faults={faults} />
    </>,
  );
}

/** The users of a page, of all of them from the newest on. */
function rowsOf<T extends User>(users: T[], { from, back, limit }: ListCursor): T[] {
  if (from === undefined) return users.slice(0, limit);
  return back
    ? users.filter(({ id }) => id > from).slice(-limit)
    : users.filter(({ id }) => id < from).slice(0, limit);
}

interface UserTableProps {
  users: readonly Awaited<ReturnType<typeof listUsers>>[number][];
  nameOf: ReadonlyMap<number, string>;
}

const UserTable = ({ users, nameOf }: UserTableProps): VNode => (
  <Table
    caption="Quiénes pueden ingresar"
    head={['Persona', 'Rol', 'Estado', 'Código de verificación', 'Sesiones', '']}
    rows={users.map((user) => [
      <>
        <a href={`/usuarios/${user.id}`}>{user.name}</a>
        <span class="second">{user.email}</span>
      </>,
      <>
        {ROLE_NAMES[user.role]}{' '}
        {user.businessId !== null && <span class="hint">{nameOf.get(user.businessId)}</span>}
      </>,
      <State user={user} />,
      user.secondFactor ? 'activado' : 'sin activar',
      user.sessions,
      <a href={`/usuarios/${user.id}`}>
        Cambiar<span class="unseen"> a {user.name}</span>
      </a>,
    ])}
  />
);

function State({ user }: { user: User & { accepted: boolean } }): VNode {
  if (user.disabledAt) return <Tag severity="bad">desactivado</Tag>;
  return user.accepted ? <Tag severity="good">activo</Tag> : <Tag severity="warn">invitado</Tag>;
}

interface InviteFormProps {
  request: AuthenticatedRequest;
  faults: Faults;
}

function InviteForm({ request, faults }: InviteFormProps): VNode {
  const { form } = request;
  return (
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
  );
}

export async function inviteNew(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, by } = request;
  const { user, faults } = await readNewUser(request);
  if (hasFaults(faults)) return showUsers(request, faults);
  try {
    return await showInvitationLink(request, await addUser(deps.db, by(), user));
  } catch (error) {
    if (isTaken(error)) return showUsers(request, { correo: 'Ya hay alguien con ese correo.' });
    throw error;
  }
}

async function readNewUser({ deps, form }: AuthenticatedRequest) {
  const email = form.text('correo').toLowerCase();
  const name = form.text('nombre');
  const role = form.text('rol') as Role;
  const faults: Record<string, string> = {};
  if (!isEmail(email)) faults.correo = 'Escribe un correo, como ana@ejemplo.pe.';
  if (name.length < 2 || name.length > 100 || hasUnprinted(name))
    faults.nombre = 'Escribe su nombre, de 2 a 100 caracteres.';
  if (!ROLES.includes(role)) faults.rol = 'Elige un rol.';
  const ruc = form.text('ruc');
  const business =
    role === 'business' && /^\d{11}$/.test(ruc) ? await findBusiness(deps.db, ruc) : null;
  if (role === 'business' && !business) faults.ruc = 'No hay un negocio con ese RUC.';
  return { user: { email, name, role, businessId: business?.id }, faults };
}
