/** A new invitation as a page with its link. The database keeps only the hash of the link. */
import { invite, type Person } from '@rafaga/db';
import { newInvitation } from '@rafaga/operations';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { Note } from '../html/components.js';
import { moment } from '../html/formats.js';

export async function showInvitationLink(
  { deps, now, by }: AuthenticatedRequest,
  user: Person,
): Promise<PageResponse> {
  const { path, hash, until } = newInvitation(now);
  await invite(deps.db, by(), user.id, hash, until);
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
        {deps.url.origin}
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
