/**
 * The user's own second factor: another telephone is enrolled only with the code of the one before,
 * or with a recovery code, and ends the other sessions.
 */
import { createHash } from 'node:crypto';
import { findLogin, forgetOtherDevices, setSecondFactor, totpSecretColumn } from '@rafaga/db';
import { ofPanel, type SecretPlace } from '@rafaga/secrets';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Form, keptFor } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { CodeField } from '../signIn/codeField.js';
import { EnrolmentSteps } from '../signIn/enrolment.js';
import { RecoveryField } from '../signIn/recoveryField.js';
import { faultOfProof, WRONG_CODE } from '../signIn/secondFactorProof.js';
import { newSecret, stepOf } from '../signIn/totp.js';
import { isEnrolled } from './isEnrolled.js';
import { giveRecoveryCodes } from './recovery.js';

/** How long a telephone may be enrolled after the proof. */
const PROOF_MS = 10 * 60_000;

export async function changeFactorPage(request: AuthenticatedRequest): Promise<PageResponse> {
  return (await isEnrolled(request))
    ? askProof(request, {})
    : showNew(request, {}, newSecret(), await placeOf(request));
}

const askProof = (request: AuthenticatedRequest, faults: Faults): PageResponse =>
  formPage(
    'Cambiar el código de verificación',
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Cambiar el código de verificación</h1>
      <p>Antes de registrar otro teléfono, prueba que eres tú con el de ahora.</p>
      <Form request={request} action="/cuenta/codigo">
        <CodeField faults={faults} />
        <details open={faults.recuperacion !== undefined || hasKeptRecovery(request)}>
          <summary>Ya no tengo ese teléfono</summary>
          <RecoveryField faults={faults} />
        </details>
        <div class="row">
          <Button>Continuar</Button>
          <a href="/cuenta">Ahora no</a>
        </div>
      </Form>
    </div>,
  );

const hasKeptRecovery = (request: AuthenticatedRequest): boolean =>
  Boolean(keptFor(request, '/cuenta/codigo')?.form.text('recuperacion'));

export async function proveForChange(request: AuthenticatedRequest): Promise<PageResponse> {
  const fault = (await isEnrolled(request)) ? await faultOfProof(request) : undefined;
  return fault
    ? askProof(request, fault.faults)
    : showNew(request, {}, newSecret(), await placeOf(request));
}

function showNew(
  request: AuthenticatedRequest,
  faults: Faults,
  secret: Buffer,
  place: SecretPlace,
): PageResponse {
  return formPage(
    'Registrar un teléfono',
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>Registrar un teléfono</h1>
      <EnrolmentSteps secret={secret} email={request.user.email} />
      <Form request={request} action="/cuenta/codigo/nuevo">
        <input type="hidden" name="sobre" value={sealed(request, secret, place)} />
        <CodeField faults={faults} />
        <div class="row">
          <Button>Registrar este teléfono</Button>
          <a href="/cuenta">Ahora no</a>
        </div>
      </Form>
      <p class="hint">Al registrarlo se cierran tus otras sesiones.</p>
    </div>,
  );
}

/** Only a page that followed the proof has it, for a few minutes. */
const sealed = ({ deps, now }: AuthenticatedRequest, secret: Buffer, place: SecretPlace): string =>
  deps.vault
    .seal(Buffer.from(JSON.stringify({ secret: secret.toString('hex'), at: now })), place)
    .toString('base64');

function opened(request: AuthenticatedRequest, place: SecretPlace): Buffer | undefined {
  const envelope = Buffer.from(request.form.raw('sobre'), 'base64');
  try {
    const { secret, at } = JSON.parse(request.deps.vault.open(envelope, place).toString('utf8'));
    const age = request.now.getTime() - new Date(at).getTime();
    return age <= PROOF_MS ? Buffer.from(secret, 'hex') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Of this session and of the second factor that is replaced: an envelope from before that one was
 * enrolled opens no more.
 */
async function placeOf({ deps, session, user }: AuthenticatedRequest): Promise<SecretPlace> {
  const replaced = (await findLogin(deps.db, user.email))?.totpSecret ?? '';
  const print = createHash('sha256').update(replaced).digest('base64url');
  return ofPanel(`reenrolment:${session.toString('base64url')}:${print}`);
}

export async function enrolNew(request: AuthenticatedRequest): Promise<PageResponse> {
  const { deps, user, form, now, session } = request;
  const place = await placeOf(request);
  const secret = opened(request, place);
  if (!secret) return redirect('/cuenta/codigo');
  const step = stepOf(secret, form.text('codigo'), now);
  if (step === undefined) return showNew(request, { codigo: WRONG_CODE }, secret, place);
  const stored = deps.vault.seal(secret, totpSecretColumn(user.id));
  const factor = { secret: stored, step };
  if (!(await setSecondFactor(deps.db, request.by(), user.id, factor, session)))
    return redirect('/ingresar');
  await forgetOtherDevices(deps.db, user.id, request.device?.tokenHash);
  return giveRecoveryCodes(request);
}
