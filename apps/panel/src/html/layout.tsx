/** The layout of every page: head, menu of permitted pages, search box, alarms and notice. */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from '../assets.js';
import type { Form } from '../edge/form.js';
import type { PageRequest } from '../edge/pageRequest.js';
import { isPermitted } from '../users/permissions.js';
import { Note } from './components.js';
import { size } from './formats.js';
import { Menu } from './menu.js';
import { NOTICES, WARNINGS } from './notices.js';
import { hasSearch, SearchBox } from './searchBox.js';

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
  return (
    <html lang="es-PE">
      <Head title={title} />
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
              <SearchBox
                value={url.pathname === '/buscar' ? (url.searchParams.get('q') ?? '') : ''}
              />
            )}
          </div>
        </header>
        <main id="contenido" tabIndex={-1}>
          {deps.restoring() && stage === 'authenticated' && <RestorationNote user={user} />}
          {request.kept && !request.form.names().length && <KeptNotice form={request.kept.form} />}
          <DoneNotice done={url.searchParams.get('hecho') ?? ''} />
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

const Head = ({ title }: { title: string }): VNode => (
  <head>
    <meta charset="utf-8" />
    <title>{`${title} · Ráfaga`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href={assetUrl('icon.svg')} />
    <link rel="stylesheet" href={assetUrl('panel.css')} />
    <script type="module" src={assetUrl('panel.js')} />
    <script type="module" src={assetUrl('keys.js')} />
    <script type="module" src={assetUrl('live.js')} />
  </head>
);

const RestorationNote = ({ user }: { user: PageRequest['user'] | undefined }): VNode => (
  <Note severity="bad" title="Modo restauración: no se emite ni se envía nada">
    {user && isPermitted(user.role, 'health.see') && (
      <p>
        La base de datos sabe menos de lo que ya se emitió.{' '}
        <a href="/restauracion">Ver qué falta y cómo terminarlo</a>
      </p>
    )}
  </Note>
);

/** @param done a key of `NOTICES`; of any other nothing is shown */
function DoneNotice({ done }: { done: string }): VNode | null {
  if (!Object.hasOwn(NOTICES, done)) return null;
  const warns = WARNINGS.has(done);
  return (
    <div class={`note ${warns ? 'warn' : 'good'}`} role="status" data-focus tabIndex={-1}>
      <p class="note-title">
        <span aria-hidden="true">{warns ? '! ' : '✓ '}</span>
        {NOTICES[done]}
      </p>
    </div>
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
const KeptNotice = ({ form }: { form: Form }): VNode => (
  <div class="note warn" role="status" data-focus tabIndex={-1}>
    <p class="note-title">
      <span aria-hidden="true">! </span>
      Todavía no se hizo nada: lo que escribiste sigue aquí
    </p>
    <p>Tu sesión tuvo que confirmarse antes. Revísalo y vuelve a pulsar el botón.</p>
    {[...form.oversizes].map(([name, bytes]) => (
      <p key={name}>
        El archivo que elegiste ({name}) pesa {size(bytes)}: es demasiado, y no se conservó. Elige
        otro.
      </p>
    ))}
  </div>
);
