/**
 * The login with e-mail and password. An unknown e-mail, a wrong password and a disabled user get
 * the same answer.
 */
import { closeSession, findLogin } from '@rafaga/db';
import { samePassword } from '@rafaga/secrets';
import { KEPT_FORM } from '../edge/keptForm.js';
import type { AuthenticatedRequest, PageRequest, PendingRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { isPermitted } from '../users/permissions.js';
import { returnTarget, stageAfterPassword, startSession } from './startSession.js';

const MAX_EMAIL = 254;

export const loginPage = (request: PageRequest): PageResponse => showLogin(request, {});

const showLogin = (request: PageRequest, faults: Faults, faultStatus?: number): PageResponse =>
  formPage(
    'Ingresar',
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Ingresar</h1>
      {returnTarget(request).includes(`${KEPT_FORM}=`) && (
        <p>Tu sesión terminó. Lo que habías escrito no se pierde: al ingresar vuelves a ello.</p>
      )}
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
    faultStatus,
  );

export async function signIn(request: PageRequest): Promise<PageResponse> {
  const { deps, form, address } = request;
  const email = form.text('correo').toLowerCase().slice(0, MAX_EMAIL);
  const key = `${address} ${email}`;
  const wait = deps.loginThrottle.waitSeconds(key);
  if (wait > 0)
    return showLogin(
      request,
      { '': `Demasiados intentos. Vuelve a intentarlo en ${wait} segundos.` },
      429,
    );
  deps.loginThrottle.recordFailure(key);
  const login = await findLogin(deps.db, email);
  const same = await samePassword(form.raw('clave'), login?.passwordHash);
  if (!login || !same || login.disabledAt)
    return showLogin(request, { correo: 'El correo o la contraseña no coinciden.' }, 403);
  deps.loginThrottle.reset(key);
  const { passwordHash: _hash, totpSecret, ...user } = login;
  return startSession(request, user, stageAfterPassword(request, user, totpSecret !== null));
}

export const startPage = ({ user }: AuthenticatedRequest): PageResponse =>
  redirect(isPermitted(user.role, 'health.see') ? '/inicio' : '/referencias');

export async function signOut(request: PendingRequest): Promise<PageResponse> {
  await closeSession(request.deps.db, request.session);
  return { kind: 'redirect', to: '/ingresar', cookie: 'gone' };
}
