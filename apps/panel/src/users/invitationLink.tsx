/** A new invitation and the page of its link. The database keeps only the hash of the link. */
import { invite, type User } from '@rafaga/db';
import { newInvitation } from '@rafaga/operations';
import type { VNode } from 'preact';
import { putHeldValue, takeHeldValue } from '../edge/heldValue.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Note } from '../html/components.js';
import { moment } from '../html/formats.js';
import { requestedUser } from './requestedUser.js';

export async function showInvitationLink(
  request: AuthenticatedRequest,
  user: User,
  reason?: string,
): Promise<PageResponse> {
  const { deps, now, by } = request;
  const { path, hash, until } = newInvitation(now);
  await invite(deps.db, by(reason), user.id, hash, until);
  const token = await putHeldValue(request, { path });
  return redirect(`/usuarios/${user.id}/invitacion?visto=${token}`);
}

/** A reload changes nothing: the link that was shown stays good. */
export async function invitationLinkPage(request: AuthenticatedRequest): Promise<PageResponse> {
  const user = await requestedUser(request);
  const shown = await takeHeldValue<{ path: string }>(request, request.query('visto'));
  return page(
    'Enlace de invitación',
    <div class="narrow">
      <h1>Enlace de invitación</h1>
      {shown ? (
        <NewLink user={user} link={`${request.deps.url.origin}${shown.path}`} />
      ) : (
        <AlreadyShown user={user} now={request.now} />
      )}
      <p class="row">
        {!shown && <a href={`/usuarios/${user.id}`}>Crear otra invitación</a>}
        <a href="/usuarios">Volver a Usuarios</a>
      </p>
    </div>,
  );
}

const NewLink = ({ user, link }: { user: User; link: string }): VNode => (
  <>
    <Note severity="warn" title="Cópialo ahora: no se volverá a mostrar">
      <p>
        Envíalo a <strong>{user.email}</strong> por un medio en que nadie más lo lea. Sirve una vez
        {user.inviteUntil && ` y hasta el ${moment(user.inviteUntil)}`}.
      </p>
    </Note>
    <code class="secret" id="enlace">
      {link}
    </code>
    <p>
      <button type="button" class="button quiet" data-copy="enlace" hidden>
        Copiar
      </button>
    </p>
  </>
);

function AlreadyShown({ user, now }: { user: User; now: Date }): VNode {
  const good = user.inviteUntil !== null && user.inviteUntil > now;
  return (
    <Note severity="calm" title="El enlace ya se mostró">
      <p>
        {good && user.inviteUntil
          ? `El enlace de ${user.email} sigue sirviendo hasta el ${moment(user.inviteUntil)}: ` +
            'recargar esta página no lo cambió. Si no lo copiaste, crea otra invitación; la ' +
            'anterior deja de servir.'
          : `El enlace de ${user.email} ya se usó o venció.`}
      </p>
    </Note>
  );
}
