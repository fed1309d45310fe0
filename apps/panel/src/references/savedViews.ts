/** Saves the filters of a list as a view of the user, and deletes one. */
import { deleteView, listSavedViews, MAX_SAVED_VIEWS, saveView } from '@rafaga/db';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirectWithNotice } from '../edge/pageResponse.js';
import { showReferences } from './references.js';
import { viewQuery } from './viewQuery.js';

const MAX_NAME = 60;

export async function save(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user, scope, form } = request;
  const name = form.text('nombre').trim();
  const query = viewQuery(form.text('consulta'), scope);
  const views = await listSavedViews(deps.db, user.id);
  const isNew = !views.some((view) => view.name === name);
  const fault =
    name === '' || name.length > MAX_NAME
      ? `Escribe un nombre de 1 a ${MAX_NAME} letras para la vista.`
      : isNew && views.length >= MAX_SAVED_VIEWS
        ? `Ya tienes ${MAX_SAVED_VIEWS} vistas: borra una antes.`
        : undefined;
  if (fault) return showReferences(listOf(request, query), { nombre: fault });
  if (query === '') throw new PageRefusal(400, 'La lista que se iba a guardar no se entendió.');
  await saveView(deps.db, request.by(), { userId: user.id, name, query });
  return redirectWithNotice(`/referencias?${query}`, 'vista_guardada');
}

/** The request of the list that the form was on. */
function listOf(request: AuthenticatedRequest, query: string): AuthenticatedRequest {
  const url = new URL(`/referencias?${query}`, request.url);
  return { ...request, url, query: (name) => url.searchParams.get(name)?.trim() ?? '' };
}

export async function remove(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user, param } = request;
  const id = param('id');
  const gone =
    /^[1-9]\d{0,8}$/.test(id) &&
    (await deleteView(deps.db, request.by(), { id: Number(id), userId: user.id }));
  if (!gone) throw notFound();
  return redirectWithNotice('/referencias', 'vista_borrada');
}
