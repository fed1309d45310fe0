/**
 * What takes a person's access away: disabling it, and a new invitation, which erases the password
 * and the second factor. Each after a page that says what stops.
 */
import { changeUser, type User, UserDisabled } from '@rafaga/db';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import type { Faults } from '../html/components.js';
import { type Confirmation, confirmationFaults, confirmPage } from '../html/confirmPage.js';
import { hasFaults } from '../html/formPage.js';
import { showInvitationLink } from './invitationLink.js';
import { ROLE_NAMES } from './permissions.js';
import { requestedUser } from './requestedUser.js';

/** Admins cannot change their own access: a slip would leave the panel without an admin. */
export async function requestedOther(request: AuthenticatedRequest): Promise<User> {
  const user = await requestedUser(request);
  if (user.id === request.user.id)
    throw new PageRefusal(409, 'Tu propia cuenta la cambia otro administrador.');
  return user;
}

export const disablePage = async (request: AuthenticatedRequest): Promise<PageResponse> =>
  confirmPage(request, disabling(await requestedOther(request)));

const disabling = (user: User): Confirmation => ({
  title: `No dejar ingresar a ${user.name}`,
  back: backTo(user),
  stops: [
    <>
      <strong>{user.name}</strong> ({user.email}, {ROLE_NAMES[user.role]}) no puede ingresar al
      panel, y sus sesiones abiertas se cierran ahora: lo que tenga a medio escribir se pierde.
    </>,
  ],
  goesOn: [
    'Su contraseña y su código de verificación se conservan: puedes dejarle ingresar otra vez.',
    'Lo que hizo, lo que propuso y las operaciones que empezó quedan.',
  ],
  button: 'No dejarle ingresar',
});

export async function disable(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, by, form } = request;
  const user = await requestedOther(request);
  const faults = confirmationFaults(request);
  if (hasFaults(faults)) return confirmPage(request, disabling(user), faults);
  if (!user.disabledAt)
    await changeUser(deps.db, by(form.text('motivo')), user.id, { disabled: true });
  return redirectWithNotice(`/usuarios/${user.id}`, 'desactivado');
}

export const invitePage = async (request: AuthenticatedRequest): Promise<PageResponse> =>
  showInviting(request, await requestedInvitable(request));

/** A disabled user keeps the password and the code for the day when access is given back. */
async function requestedInvitable(request: AuthenticatedRequest): Promise<User> {
  const user = await requestedOther(request);
  if (user.disabledAt) throw cannotInvite(user);
  return user;
}

const cannotInvite = ({ name }: User): PageRefusal =>
  new PageRefusal(
    409,
    `${name} no puede ingresar ahora: el enlace no le serviría y perdería su contraseña. ` +
      'Primero déjale ingresar otra vez.',
  );

const showInviting = (request: AuthenticatedRequest, user: User, faults?: Faults) =>
  confirmPage(request, inviting(user), faults);

const inviting = (user: User): Confirmation => ({
  title: `Crear una invitación nueva para ${user.name}`,
  back: backTo(user),
  stops: [
    <>
      Se borran la contraseña y el código de verificación de <strong>{user.name}</strong> (
      {user.email}): no puede ingresar hasta que abra el enlace nuevo y elija otros.
    </>,
    'Sus sesiones abiertas se cierran ahora, y el enlace anterior deja de servir.',
  ],
  goesOn: [`Su rol de ${ROLE_NAMES[user.role]} y lo que hizo.`],
  button: 'Crear la invitación',
});

export async function inviteAgain(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedInvitable(request);
  const faults = confirmationFaults(request);
  if (hasFaults(faults)) return showInviting(request, user, faults);
  return showInvitationLink(request, user, request.form.text('motivo')).catch((error) => {
    // disabled since it was read
    throw error instanceof UserDisabled ? cannotInvite(user) : error;
  });
}

const backTo = (user: User): Confirmation['back'] => ({
  href: `/usuarios/${user.id}`,
  label: user.name,
});
