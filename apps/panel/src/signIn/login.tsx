/**
 * The login with e-mail and password. An unknown e-mail, a wrong password and a disabled user get
 * the same answer.
 */

import { closeSession, findLogin, findSession } from '@rafaga/db';
import { many } from '@rafaga/operations';
import { samePassword } from '@rafaga/secrets';
import { KEPT_FORM } from '../edge/keptForm.js';
import type { AuthenticatedRequest, PageRequest, PendingRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect, retryAfter } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Field, Form } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { isPermitted } from '../users/permissions.js';
import { beginAttempt, isFromKnownDevice } from './attempts.js';
import {
  BUSY_SECONDS,
  noteFailedLogin,
  rememberAddress,
  runLogin,
  TooManyLogins,
} from './passwordWork.js';
import { returnTarget, stageAfterPassword, startSession } from './startSession.js';

const MAX_EMAIL = 254;

/** Leads a browser that is signed in already to where the login would: no page shows otherwise. */
export async function loginPage(request: PageRequest): Promise<PageResponse> {
  const { deps, session } = request;
  const open = session && (await findSession(deps.db, session, { seen: false }));
  return open?.stage === 'authenticated' ? redirect(returnTarget(request)) : showLogin(request, {});
}

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

/** Before its turn, only a browser with a signed cookie is looked up in the database. */
export async function signIn(request: PageRequest): Promise<PageResponse> {
  const email = request.form.text('correo').toLowerCase().slice(0, MAX_EMAIL);
  const user = request.device && (await findLogin(request.deps.db, email));
  const known = await isFromKnownDevice(request, user?.id);
  try {
    return await runLogin(request, known, () => checkPassword(request, email));
  } catch (error) {
    if (!(error instanceof TooManyLogins)) throw error;
    return showWait(request, BUSY_SECONDS, 'Muchos intentan ingresar en este momento.');
  }
}

async function checkPassword(request: PageRequest, email: string): Promise<PageResponse> {
  const { deps, form } = request;
  const login = await findLogin(deps.db, email);
  const attempt = await beginAttempt(request, { proof: 'password', email, userId: login?.id });
  if (!attempt.allowed) return showWait(request, attempt.wait, 'Demasiados intentos.');
  const same = await samePassword(form.raw('clave'), login?.passwordHash);
  if (!login || !same || login.disabledAt) {
    await attempt.failed();
    noteFailedLogin(request);
    return showLogin(request, { correo: 'El correo o la contraseña no coinciden.' }, 403);
  }
  await attempt.succeeded();
  rememberAddress(request);
  const { passwordHash, totpSecret, ...user } = login;
  const stage = stageAfterPassword(request, user, { enrolled: totpSecret !== null });
  return startSession(request, user, stage, { passwordHash, totpSecret, role: user.role });
}

function showWait(request: PageRequest, seconds: number, reason: string): PageResponse {
  const text = `${reason} Vuelve a intentarlo en ${many(seconds, 'segundo', 'segundos')}.`;
  return retryAfter(showLogin(request, { '': text }, 429), seconds);
}

export const startPage = ({ user }: AuthenticatedRequest): PageResponse =>
  redirect(isPermitted(user.role, 'health.see') ? '/inicio' : '/referencias');

export async function signOut(request: PendingRequest): Promise<PageResponse> {
  await closeSession(request.deps.db, request.session);
  return { kind: 'redirect', to: '/ingresar', cookie: 'gone' };
}
