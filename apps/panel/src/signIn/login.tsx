/**
 * Coming in: e-mail and password, then the code of the second factor, or its enrolment. One answer
 * for whoever is not let in.
 */
import {
  closeSession,
  findLogin,
  openSession,
  type Person,
  type Stage,
  setSecondFactor,
  takeStep,
} from '@rafaga/db';
import { samePassword } from '@rafaga/secrets';
import type { VNode } from 'preact';
import { newCookie, sessionId } from '../edge/cookie.js';
import type { AuthenticatedRequest, PageRequest, PendingRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/components.js';
import { isPermitted, needsSecondFactor } from '../users/permissions.js';
import { QrCode } from './qrCode.js';
import { base32, enrolmentUri, newSecret, stepOf } from './totp.js';

export const loginPage = (request: PageRequest): PageResponse => showLogin(request, {});

function showLogin(request: PageRequest, faults: Faults, status = 200): PageResponse {
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Ingresar`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Ingresar</h1>
      <Form request={request}>
        <Field
          name="correo"
          label="Correo"
          type="email"
          autocomplete="username"
          inputMode="email"
          value={request.form.text('correo')}
          faults={faults}
        />
        <Field
          name="clave"
          label="Contraseña"
          type="password"
          autocomplete="current-password"
          faults={faults}
        />
        <Button>Ingresar</Button>
      </Form>
      <p class="hint">
        ¿Olvidaste tu contraseña? Pide a un administrador una invitación nueva. Esta cuenta no sirve
        para llamar a la API.
      </p>
    </div>,
    { status },
  );
}

export async function signIn(request: PageRequest): Promise<PageResponse> {
  const { deps, form, address } = request;
  const email = form.text('correo').toLowerCase().slice(0, 254);
  const password = form.raw('clave');
  const who = `${address} ${email}`;
  const wait = deps.loginThrottle.waitSeconds(who);
  if (wait > 0)
    return showLogin(
      request,
      { '': `Demasiados intentos. Vuelve a intentarlo en ${wait} segundos.` },
      429,
    );
  const login = await findLogin(deps.db, email);
  const same = await samePassword(password, login?.passwordHash);
  if (!login || !same || login.disabledAt) {
    deps.loginThrottle.recordFailure(who);
    return showLogin(request, { correo: 'El correo o la contraseña no coinciden.' }, 403);
  }
  deps.loginThrottle.reset(who);
  const { passwordHash: _hash, totpSecret, ...user } = login;
  return startSession(request, user, stageAfterPassword(request, user, totpSecret !== null));
}

/**
 * Without a second factor, whoever can act sets one up before anything else; in development it may
 * wait.
 */
export function stageAfterPassword(
  { deps }: PageRequest,
  { role }: Person,
  enrolled: boolean,
): Stage {
  if (enrolled) return 'code';
  return deps.secondFactor === 'required' && needsSecondFactor(role) ? 'enrolment' : 'open';
}

/**
 * A new session under a new cookie: one that was known before the login is worth nothing after it.
 */
export async function startSession(
  request: PageRequest,
  user: Person,
  stage: Stage,
): Promise<PageResponse> {
  const cookie = newCookie();
  if (request.session) await closeSession(request.deps.db, request.session);
  await openSession(request.deps.db, sessionId(cookie), user.id, stage, request.address);
  const query = stage === 'open' ? '' : request.url.search;
  return {
    kind: 'redirect',
    to: stage === 'open' ? returnTarget(request) : `/codigo${query}`,
    cookie: { value: cookie },
  };
}

/** The page that was asked for; never another site's. */
export function returnTarget(request: PageRequest): string {
  const wanted = request.query('volver');
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) && !/^\/(ingresar|codigo|salir)/.test(wanted)
    ? wanted
    : '/';
}

export function startPage({ user }: AuthenticatedRequest): PageResponse {
  return redirect(isPermitted(user.role, 'health.see') ? '/inicio' : '/referencias');
}

export const codePage = (request: PendingRequest): PageResponse => {
  if (request.stage === 'open') return redirect('/');
  return request.stage === 'code' ? askCode(request, {}) : enrol(request, {}, newSecret());
};

const askCode = (request: PendingRequest, faults: Faults, status = 200): PageResponse =>
  page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Código de verificación`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Código de verificación</h1>
      <Form request={request}>
        <CodeField faults={faults} />
        <Button>Continuar</Button>
      </Form>
      <p class="hint">¿Perdiste el teléfono? Pide a un administrador una invitación nueva.</p>
    </div>,
    { status },
  );

const CodeField = ({ faults }: { faults: Faults }): VNode => (
  <Field
    name="codigo"
    label="Código de 6 dígitos"
    hint="Lo muestra tu aplicación de autenticación y cambia cada 30 segundos."
    inputMode="numeric"
    autocomplete="one-time-code"
    width={10}
    faults={faults}
  />
);

/**
 * The secret waits in the form, sealed for this session: nothing is kept until its first code was
 * right.
 */
function enrol(
  request: PendingRequest,
  faults: Faults,
  secret: Buffer,
  status = 200,
): PageResponse {
  const sealed = request.deps.vault.seal(secret, enrolmentOf(request)).toString('base64');
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}Proteger tu cuenta`,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Proteger tu cuenta</h1>
      <p>
        Tu rol puede cambiar cosas, así que al ingresar se te pedirá también un código de tu
        teléfono.
      </p>
      <ol>
        <li>Instala una aplicación de autenticación, si no tienes una.</li>
        <li>Lee con ella este código QR, o escribe la clave de abajo.</li>
        <li>Escribe aquí el código de 6 dígitos que te muestre.</li>
      </ol>
      <QrCode
        text={enrolmentUri(secret, request.user.email)}
        label="Código QR para la aplicación de autenticación"
      />
      <p>
        Clave: <code class="secret">{base32(secret).replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form request={request}>
        <input type="hidden" name="sobre" value={sealed} />
        <CodeField faults={faults} />
        <Button>Continuar</Button>
      </Form>
    </div>,
    { status },
  );
}

const enrolmentOf = ({ session }: PendingRequest) => `enrolment:${session.toString('base64url')}`;

export async function signInWithCode(request: PendingRequest): Promise<PageResponse> {
  const { deps, user, stage, form, now } = request;
  if (stage === 'open') return redirect('/');
  const secret = stage === 'code' ? await knownSecret(request) : openedSecret(request);
  if (!secret) return redirect('/codigo');
  const again = (text: string, status: number) =>
    stage === 'code'
      ? askCode(request, { codigo: text }, status)
      : enrol(request, { codigo: text }, secret, status);
  const who = `code ${user.id}`;
  const wait = deps.loginThrottle.waitSeconds(who);
  if (wait > 0)
    return again(
      `Demasiados intentos. Espera ${wait} segundos y usa el código que se muestre entonces.`,
      429,
    );
  const step = stepOf(secret, form.text('codigo'), now);
  if (step === undefined || (stage === 'code' && !(await takeStep(deps.db, user.id, step)))) {
    deps.loginThrottle.recordFailure(who);
    return again(
      'El código no es el que se muestra ahora. Mira la hora de tu teléfono y prueba con ' +
        'el siguiente.',
      403,
    );
  }
  deps.loginThrottle.reset(who);
  if (stage === 'enrolment') {
    await setSecondFactor(
      deps.db,
      request.by(),
      user.id,
      deps.vault.seal(secret, `totp:${user.id}`),
    );
    await takeStep(deps.db, user.id, step);
  }
  return startSession(request, user, 'open');
}

async function knownSecret({ deps, user }: PendingRequest): Promise<Buffer | undefined> {
  const login = await findLogin(deps.db, user.email);
  return login?.totpSecret ? deps.vault.open(login.totpSecret, `totp:${user.id}`) : undefined;
}

function openedSecret(request: PendingRequest): Buffer | undefined {
  try {
    return request.deps.vault.open(
      Buffer.from(request.form.raw('sobre'), 'base64'),
      enrolmentOf(request),
    );
  } catch {
    return undefined;
  }
}

export async function signOut(request: PendingRequest): Promise<PageResponse> {
  await closeSession(request.deps.db, request.session);
  return { kind: 'redirect', to: '/ingresar', cookie: 'gone' };
}
