/** The proof of the second factor in a form: the code of the telephone, or a recovery code. */
import { findLogin, takeRecoveryCode, takeStep, totpSecretColumn } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';
import { beginAttempt, type Refused } from './attempts.js';
import { recoveryHash } from './recoveryCodes.js';
import { stepOf } from './totp.js';

export const WRONG_CODE =
  'El código no es el que se muestra ahora, o ya se usó. Mira la hora de tu teléfono y ' +
  'prueba con el siguiente.';

/** A wrong proof as the fault of its field, and the seconds until the next attempt. */
export interface ProofFault {
  faults: Faults;
  wait: number;
}

/** Undefined when the form proves it; each code is accepted once. */
export async function faultOfProof(request: AuthenticatedRequest): Promise<ProofFault | undefined> {
  const { user, form } = request;
  const recovery = form.text('recuperacion');
  const field = recovery ? 'recuperacion' : 'codigo';
  if (!recovery && !form.text('codigo'))
    return { faults: { codigo: 'Escribe el código de tu teléfono.' }, wait: 0 };
  const proof = recovery ? 'recovery' : 'code';
  const attempt = await beginAttempt(request, { proof, email: user.email, userId: user.id });
  if (!attempt.allowed)
    return { faults: { [field]: tooManyAttempts(attempt) }, wait: attempt.wait };
  const proven = recovery ? await isRecovery(request, recovery) : await isCode(request);
  if (proven) {
    await attempt.succeeded();
    return undefined;
  }
  await attempt.failed();
  const text = recovery ? 'No es uno de tus códigos, o ya se usó.' : WRONG_CODE;
  return { faults: { [field]: text }, wait: 0 };
}

export const tooManyAttempts = ({ wait, onlyRecovery }: Refused): string =>
  onlyRecovery
    ? 'Demasiados intentos desde equipos que no usas. Usa un código de recuperación, o ingresa ' +
      'desde un equipo en el que ya ingresaste.'
    : `Demasiados intentos. Espera ${wait} segundos y usa el código que se muestre entonces.`;

const isRecovery = (request: AuthenticatedRequest, typed: string): Promise<boolean> =>
  takeRecoveryCode(
    request.deps.db,
    request.by(),
    request.user.id,
    recoveryHash(typed, request.deps.pepper),
  );

async function isCode({ deps, user, form, now }: AuthenticatedRequest): Promise<boolean> {
  const login = await findLogin(deps.db, user.email);
  if (!login?.totpSecret) return false;
  const secret = deps.vault.open(login.totpSecret, totpSecretColumn(user.id));
  const step = stepOf(secret, form.text('codigo'), now);
  return step !== undefined && takeStep(deps.db, user.id, step);
}
