/** The menu of the pages that a user may open, and the user's own entries. */
import type { VNode } from 'preact';
import type { PageRequest } from '../edge/pageRequest.js';
import { type Permission as Acts, isPermitted, ROLE_NAMES } from '../users/permissions.js';
import { Form } from './components.js';

const MENU: readonly (readonly [path: string, label: string, act: Acts])[] = [
  ['/inicio', 'Inicio', 'health.see'],
  ['/referencias', 'Referencias', 'references.see'],
  ['/negocios', 'Negocios', 'businesses.see'],
  ['/colas', 'Colas', 'queues.see'],
  ['/sunat', 'SUNAT', 'health.see'],
  ['/actividad', 'Actividad', 'health.see'],
  ['/operaciones', 'Operaciones', 'operations.see'],
  ['/ley', 'Cambios de ley', 'law.see'],
  ['/usuarios', 'Usuarios', 'users.manage'],
  ['/auditoria', 'Auditoría', 'audit.see'],
];

/** On a narrow screen the menu is a popover, which its button opens without a script. */
export function Menu({ request }: { request: PageRequest }): VNode | null {
  const { user, url, stage } = request;
  if (!user) return null;
  const here = (path: string) => url.pathname === path || url.pathname.startsWith(`${path}/`);
  return (
    <>
      <button type="button" class="menu-button" popovertarget="menu">
        Menú
      </button>
      <div class="menu" id="menu" popover="auto">
        {stage === 'authenticated' && (
          <nav aria-label="Principal">
            <ul>
              {MENU.filter(([, , act]) => isPermitted(user.role, act)).map(([path, label]) => (
                <li key={path}>
                  <a href={path} {...(here(path) ? { 'aria-current': 'page' as const } : {})}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div class="who">
          <a href="/cuenta">
            {user.name} <span class="role">{ROLE_NAMES[user.role]}</span>
          </a>
          <Form request={request} action="/salir" class="act">
            <button type="submit" class="link">
              Salir
            </button>
          </Form>
        </div>
      </div>
    </>
  );
}
