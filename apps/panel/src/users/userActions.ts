/** What an admin does with another user: change the role, enable, end sessions. */
import { changeUser, closeSessionsOf, forgetDevices, ROLES, type Role } from '@rafaga/db';
import { PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { requestedUser } from './requestedUser.js';
import { requestedOther } from './shutOut.js';

export async function changeRole(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedOther(request);
  const role = request.form.text('rol') as Role;
  if (!ROLES.includes(role) || role === 'business' || user.role === 'business')
    throw new PageRefusal(400, 'Ese rol no se puede dar aquí.');
  await changeUser(request.deps.db, request.by(), user.id, { role });
  return redirectWithNotice(`/usuarios/${user.id}`, 'guardado');
}

export async function enable(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedOther(request);
  await changeUser(request.deps.db, request.by(), user.id, { disabled: false });
  return redirectWithNotice(`/usuarios/${user.id}`, 'reactivado');
}

/** On one's own account the session of this request stays open. */
export async function endSessions(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedUser(request);
  const kept = user.id === request.user.id ? request.session : undefined;
  await closeSessionsOf(request.deps.db, request.by(), user.id, kept);
  return redirectWithNotice(`/usuarios/${user.id}`, 'sesiones_cerradas');
}

/** Every browser of the user is unknown again. */
export async function forgetAllDevices(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedUser(request);
  await forgetDevices(request.deps.db, request.by(), user.id);
  return redirectWithNotice(`/usuarios/${user.id}`, 'equipos_olvidados');
}
