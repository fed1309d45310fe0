/** What an admin does with another user: change the role, invite again, disable, enable. */
import { changeUser, closeSessionsOf, ROLES, type Role, type User } from '@rafaga/db';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { showInvitationLink } from './invitationLink.js';
import { requestedUser } from './requestedUser.js';

/** Admins cannot change their own access: a slip would leave the panel without an admin. */
async function requestedOther(request: AuthenticatedRequest): Promise<User> {
  const user = await requestedUser(request);
  if (user.id === request.user.id)
    throw new PageRefusal(409, 'Tu propia cuenta la cambia otro administrador.');
  return user;
}

export async function changeRole(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedOther(request);
  const role = request.form.text('rol') as Role;
  if (!ROLES.includes(role) || role === 'business' || user.role === 'business')
    throw new PageRefusal(400, 'Ese rol no se puede dar aquí.');
  await changeUser(request.deps.db, request.by(), user.id, { role });
  return redirectWithNotice(`/usuarios/${user.id}`, 'guardado');
}

const setDisabled =
  (disabled: boolean) =>
  async (request: AuthenticatedRequest): Promise<PageResponse> => {
    const user = await requestedOther(request);
    await changeUser(request.deps.db, request.by(), user.id, { disabled });
    return redirectWithNotice(`/usuarios/${user.id}`, disabled ? 'desactivado' : 'reactivado');
  };
export const disable = setDisabled(true);
export const enable = setDisabled(false);

export const inviteAgain = async (request: AuthenticatedRequest): Promise<PageResponse> =>
  showInvitationLink(request, await requestedOther(request));

/** On one's own account the session of this request stays open. */
export async function endSessions(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedUser(request);
  const kept = user.id === request.user.id ? request.session : undefined;
  await closeSessionsOf(request.deps.db, user.id, kept);
  return redirectWithNotice(`/usuarios/${user.id}`, 'sesiones_cerradas');
}
