/** The filter of the list of users in the address: a text and a role. */
import { ROLES, type User } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Button, Field, Select } from '../html/components.js';
import { ROLE_NAMES } from './permissions.js';

export function filteredUsers<T extends User>(
  { query }: AuthenticatedRequest,
  users: readonly T[],
): T[] {
  const [text, role] = [query('texto').toLowerCase(), query('de')];
  return users.filter(
    (user) =>
      (role === '' || user.role === role) &&
      `${user.name} ${user.email}`.toLowerCase().includes(text),
  );
}

export const UserFilterForm = ({
  request: { query },
}: {
  request: AuthenticatedRequest;
}): VNode => (
  <form method="get" action="/usuarios" class="row end">
    <Field name="texto" label="Buscar por nombre o correo" value={query('texto')} />
    <Select
      name="de"
      label="Con el rol"
      value={query('de')}
      options={[['', 'todos'], ...ROLES.map((role) => [role, ROLE_NAMES[role]] as const)]}
    />
    <Button tone="quiet">Filtrar</Button>
    {(query('texto') || query('de')) && <a href="/usuarios">Quitar el filtro</a>}
  </form>
);
