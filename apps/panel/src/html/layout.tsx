/** The layout of every page: head, menu of permitted pages, search box, alarms and notice. */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from '../edge/assets.js';
import type { PageRequest } from '../edge/pageRequest.js';
import { type Permission as Acts, isPermitted, ROLE_NAMES } from '../users/permissions.js';
import { Form, Note } from './components.js';
import { NOTICES, WARNINGS } from './notices.js';

const MENU: readonly (readonly [path: string, label: string, act: Acts])[] = [
  ['/inicio', 'Inicio', 'health.see'],
  ['/referencias', 'Referencias', 'references.see'],
  ['/negocios', 'Negocios', 'businesses.see'],
  ['/colas', 'Colas', 'queues.see'],
  ['/sunat', 'SUNAT', 'health.see'],
  ['/actividad', 'Actividad', 'health.see'],
  ['/operaciones', 'Operaciones', 'operations.see'],
  ['/usuarios', 'Usuarios', 'users.manage'],
  ['/auditoria', 'Auditoría', 'audit.see'],
];

/** Whether the page has the search box, and with it the camera for a printed QR. */
export const hasSearch = ({ user, stage }: PageRequest): boolean =>
  stage === 'authenticated' && user !== undefined && isPermitted(user.role, 'references.see');

export function Layout({
  title,
  request,
  children,
}: {
  title: string;
  request: PageRequest;
  children: ComponentChildren;
}): VNode {
  const { user, url, deps, stage } = request;
  const done = url.searchParams.get('hecho') ?? '';
  const notice = NOTICES[done];
  return (
    <html lang="es-PE">
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · Ráfaga`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={assetUrl('icon.svg')} />
        <link rel="stylesheet" href={assetUrl('panel.css')} />
        <script src={assetUrl('panel.js')} defer />
        <script src={assetUrl('live.js')} defer />
      </head>
      <body>
        <a class="skip" href="#contenido">
          Ir al contenido
        </a>
        <header>
          {!deps.production && <p class="environment">Ambiente de desarrollo</p>}
          <div class="inside">
            <a class="brand" href="/">
              Ráfaga
            </a>
            {user && <Menu request={request} />}
            {hasSearch(request) && (
              <Search value={url.pathname === '/buscar' ? (url.searchParams.get('q') ?? '') : ''} />
            )}
          </div>
        </header>
        <main id="contenido" tabIndex={-1}>
          {deps.restoring() && stage === 'authenticated' && (
            <Note severity="bad" title="Modo restauración: no se emite ni se envía nada">
              {user && isPermitted(user.role, 'health.see') && (
                <p>
                  La base de datos sabe menos de lo que ya se emitió.{' '}
                  <a href="/restauracion">Ver qué falta y cómo terminarlo</a>
                </p>
              )}
            </Note>
          )}
          {request.kept && !request.form.names().length && <KeptNotice />}
          {notice && (
            <div
              class={`note ${WARNINGS.has(done) ? 'warn' : 'good'}`}
              role="status"
              data-focus
              tabIndex={-1}
            >
              <p class="note-title">
                <span aria-hidden="true">{WARNINGS.has(done) ? '! ' : '✓ '}</span>
                {notice}
              </p>
            </div>
          )}
          {children}
        </main>
        <footer>
          <div class="inside">
            <span>Horas de Lima.</span>
            {stage === 'authenticated' && user && <Keys />}
          </div>
        </footer>
      </body>
    </html>
  );
}

/** The keys that a script adds; without it they do not exist. */
const Keys = (): VNode => (
  <span data-keys hidden>
    Teclas: <kbd>/</kbd> va al buscador, <kbd>j</kbd> y <kbd>k</kbd> recorren la lista, y{' '}
    <kbd>Enter</kbd> abre.{' '}
    <label class="pick">
      <input type="checkbox" /> Usarlas
    </label>
  </span>
);

/** Above a form that is shown again after a login. */
const KeptNotice = (): VNode => (
  <div class="note warn" role="status" data-focus tabIndex={-1}>
    <p class="note-title">
      <span aria-hidden="true">! </span>
      Todavía no se hizo nada: lo que escribiste sigue aquí
    </p>
    <p>Tu sesión tuvo que confirmarse antes. Revísalo y vuelve a pulsar el botón.</p>
  </div>
);

/** On a narrow screen the menu is a popover, which its button opens without a script. */
function Menu({ request }: { request: PageRequest }): VNode | null {
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

function Search({ value }: { value: string }): VNode {
  return (
    <search class="search">
      <form method="get" action="/buscar">
        <label class="unseen" for="q">
          Buscar una referencia, un número como F001-123, el QR de un comprobante, un cliente, un
          monto, una fecha, un id, un RUC o un código de solicitud
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={value}
          placeholder="Referencia, F001-123, QR, cliente, monto, fecha, RUC o código de solicitud"
          autocomplete="off"
          spellcheck={false}
          maxLength={300}
          aria-keyshortcuts="/"
        />
        <button type="submit" class="button main">
          Buscar
        </button>
        <button type="button" class="button quiet" data-scan hidden>
          Escanear
        </button>
      </form>
      <dialog id="escaner" aria-labelledby="escaner-titulo">
        <h2 id="escaner-titulo">Escanear el QR de un comprobante</h2>
        <video muted playsInline />
        <p role="status" />
        <form method="dialog">
          <button type="submit" class="button quiet">
            Cancelar
          </button>
        </form>
      </dialog>
      <script src={assetUrl('scan.js')} defer />
    </search>
  );
}
