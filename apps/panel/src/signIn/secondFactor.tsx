/** The second factor at sign-in: the page that asks for a code, and the check of the code. */
import { setSecondFactor, totpSecretColumn } from '@rafaga/db';
import type { PendingRequest } from '../edge/pageRequest.js';
import { type PageResponse, redirect, retryAfter } from '../edge/pageResponse.js';
import { Button, FaultList, type Faults, Form } from '../html/components.js';
import { formPage } from '../html/formPage.js';
import { beginAttempt } from './attempts.js';
import { CodeField } from './codeField.js';
import { sentSecret, showEnrolment } from './enrolment.js';
import { RecoveryField } from './recoveryField.js';
import { faultOfProof, tooManyAttempts, WRONG_CODE } from './secondFactorProof.js';
import { startSession } from './startSession.js';
import { newSecret, stepOf } from './totp.js';

export function codePage(request: PendingRequest): PageResponse {
  if (request.stage === 'authenticated') return redirect('/');
  return request.stage === 'code'
    ? showCodeForm(request, {})
    : showEnrolment(request, {}, newSecret());
}

/** The parameter of the address that asks for a recovery code instead. */
const RECOVERY = 'recuperacion';

function showCodeForm(request: PendingRequest, faults: Faults, faultStatus?: number): PageResponse {
  const recovery = request.query('con') === RECOVERY;
  return formPage(
    recovery ? 'Código de recuperación' : 'Código de verificación',
    faults,
    <div class="narrow">
      <FaultList faults={faults} />
      <h1>{recovery ? 'Código de recuperación' : 'Código de verificación'}</h1>
      <Form request={request}>
        {recovery ? <RecoveryField faults={faults} /> : <CodeField faults={faults} />}
        <Button>Continuar</Button>
      </Form>
      <p class="hint">
        {recovery ? (
          <a href={otherWay(request, '')}>Usar el código de mi teléfono</a>
        ) : (
          <>
            ¿Perdiste el teléfono?{' '}
            <a href={otherWay(request, RECOVERY)}>Usa un código de recuperación</a>, o pide a un
            administrador una invitación nueva.
          </>
        )}
      </p>
    </div>,
    faultStatus,
  );
}

function otherWay({ url }: PendingRequest, way: string): string {
  const query = new URLSearchParams(url.search);
  query.delete('con');
  if (way) query.set('con', way);
  return query.size > 0 ? `/codigo?${query}` : '/codigo';
}

export async function signInWithCode(request: PendingRequest): Promise<PageResponse> {
  const { user, stage, session } = request;
  if (stage === 'authenticated') return redirect('/');
  if (stage === 'enrolment') return finishEnrolment(request);
  const fault = await faultOfProof(request);
  if (!fault) return startSession(request, user, 'authenticated', { session });
  const { faults, wait } = fault;
  return wait > 0
    ? retryAfter(showCodeForm(request, faults, 429), wait)
    : showCodeForm(request, faults, 403);
}

/** The first right code completes the enrolment; it is not accepted again. */
async function finishEnrolment(request: PendingRequest): Promise<PageResponse> {
  const { deps, user, form, now, session } = request;
  const secret = sentSecret(request);
  if (!secret) return redirect('/codigo');
  const proof = { proof: 'code', email: user.email, userId: user.id } as const;
  const attempt = await beginAttempt(request, proof);
  if (!attempt.allowed)
    return showEnrolment(request, { codigo: tooManyAttempts(attempt) }, secret, 429);
  const step = stepOf(secret, form.text('codigo'), now);
  if (step === undefined) {
    await attempt.failed();
    return showEnrolment(request, { codigo: WRONG_CODE }, secret, 403);
  }
  await attempt.succeeded();
  const sealed = deps.vault.seal(secret, totpSecretColumn(user.id));
  // it also closes the other sessions, which proved only the password
  await setSecondFactor(deps.db, request.by(), user.id, { secret: sealed, step }, session);
  return startSession(request, user, 'authenticated', { session });
}
