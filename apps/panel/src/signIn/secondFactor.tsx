/** The second factor: the page that asks for its code, and the check of the code. */
import { findLogin, setSecondFactor, takeStep } from '@rafaga/db';
import type { PendingRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Form } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { CodeField } from './codeField.js';
import { sentSecret, showEnrolment } from './enrolment.js';
import { startSession } from './startSession.js';
import { newSecret, stepOf } from './totp.js';

export function codePage(request: PendingRequest): PageResponse {
  if (request.stage === 'authenticated') return redirect('/');
  return request.stage === 'code'
    ? showCodeForm(request, {})
    : showEnrolment(request, {}, newSecret());
}

const showCodeForm = (
  request: PendingRequest,
  faults: Faults,
  faultStatus?: number,
): PageResponse =>
  formPage(
    'Código de verificación',
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Código de verificación</h1>
      <Form request={request}>
        <CodeField faults={faults} />
        <Button>Continuar</Button>
      </Form>
      <p class="hint">¿Perdiste el teléfono? Pide a un administrador una invitación nueva.</p>
    </div>,
    faultStatus,
  );

export async function signInWithCode(request: PendingRequest): Promise<PageResponse> {
  const { deps, user, stage } = request;
  if (stage === 'authenticated') return redirect('/');
  const secret = stage === 'code' ? await storedSecret(request) : sentSecret(request);
  if (!secret) return redirect('/codigo');
  const key = `code ${user.id}`;
  const wait = deps.loginThrottle.waitSeconds(key);
  if (wait > 0) return askAgain(request, secret, tooManyAttempts(wait), 429);
  if (!(await isAccepted(request, secret))) {
    deps.loginThrottle.recordFailure(key);
    return askAgain(request, secret, WRONG_CODE, 403);
  }
  deps.loginThrottle.reset(key);
  return startSession(request, user, 'authenticated');
}

const tooManyAttempts = (wait: number): string =>
  `Demasiados intentos. Espera ${wait} segundos y usa el código que se muestre entonces.`;

const WRONG_CODE =
  'El código no es el que se muestra ahora. Mira la hora de tu teléfono y prueba con el siguiente.';

function askAgain(
  request: PendingRequest,
  secret: Buffer,
  codigo: string,
  status: number,
): PageResponse {
  return request.stage === 'code'
    ? showCodeForm(request, { codigo }, status)
    : showEnrolment(request, { codigo }, secret, status);
}

/** Each code is accepted once: its time step is stored. The first one completes the enrolment. */
async function isAccepted(request: PendingRequest, secret: Buffer): Promise<boolean> {
  const { deps, user, stage, form, now } = request;
  const step = stepOf(secret, form.text('codigo'), now);
  if (step === undefined) return false;
  if (stage === 'code') return takeStep(deps.db, user.id, step);
  const sealed = deps.vault.seal(secret, contextOf(request));
  await setSecondFactor(deps.db, request.by(), user.id, sealed);
  await takeStep(deps.db, user.id, step);
  return true;
}

async function storedSecret(request: PendingRequest): Promise<Buffer | undefined> {
  const { deps, user } = request;
  const login = await findLogin(deps.db, user.email);
  return login?.totpSecret ? deps.vault.open(login.totpSecret, contextOf(request)) : undefined;
}

/** What the stored secret is encrypted for. */
const contextOf = ({ user }: PendingRequest): string => `totp:${user.id}`;
