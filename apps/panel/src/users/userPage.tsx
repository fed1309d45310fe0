/** The page of one user: role, invitation, sessions, access. */
import { ROLES, type User } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { ActionButton, Button, Form, OpenButton, Select } from '../html/components.js';
import { ROLE_NAMES } from './permissions.js';
import { requestedUser } from './requestedUser.js';

export async function userPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedUser(request);
  return page(
    user.name,
    <div class="narrow">
      <p class="crumbs">
        <a href="/usuarios">Usuarios</a>
      </p>
      <h1>{user.name}</h1>
      <p>{user.email}</p>
      {user.id === request.user.id ? (
        <p class="empty">Es tu propia cuenta: tu rol lo cambia otro administrador.</p>
      ) : (
        <>
          {user.role !== 'business' && <RoleForm request={request} user={user} />}
          <Access request={request} user={user} />
        </>
      )}
    </div>,
  );
}

interface UserProps {
  request: AuthenticatedRequest;
  user: User;
}

const RoleForm = ({ request, user }: UserProps): VNode => (
  <Form request={request} action={`/usuarios/${user.id}/rol`}>
    <Select
      name="rol"
      label="Rol"
      hint="Al cambiarlo se cierran sus sesiones."
      value={user.role}
      options={ROLES.filter((role) => role !== 'business').map((role) => [role, ROLE_NAMES[role]])}
    />
    <Button>Cambiar el rol</Button>
  </Form>
);

function Access({ request, user }: UserProps): VNode {
  const path = `/usuarios/${user.id}`;
  return (
    <>
      <h2>Acceso</h2>
      <p>
        {user.disabledAt
          ? 'No puede ingresar. Para crearle una invitación, primero déjale ingresar otra vez.'
          : 'Una invitación nueva borra su contraseña y su código de verificación, y cierra sus ' +
            'sesiones.'}
      </p>
      <div class="row">
        {!user.disabledAt && (
          <OpenButton href={`${path}/invitar`} label="Crear una invitación nueva" tone="quiet" />
        )}
        <ActionButton
          request={request}
          action={`${path}/sesiones`}
          label="Cerrar sus sesiones"
          tone="quiet"
        />
        <ActionButton
          request={request}
          action={`${path}/equipos`}
          label="Olvidar sus equipos conocidos"
          tone="quiet"
        />
        {user.disabledAt ? (
          <ActionButton
            request={request}
            action={`${path}/activar`}
            label="Dejarle ingresar otra vez"
          />
        ) : (
          <OpenButton href={`${path}/desactivar`} label="No dejarle ingresar" tone="danger" />
        )}
      </div>
    </>
  );
}
