/** Checks the proof of the second factor in a form: a code of the telephone, or a recovery code. */
import { findLogin, takeRecoveryCode, takeStep, totpSecretColumn } from '@rafaga/db';
import { many } from '@rafaga/operations';
import type { PendingRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';
import { beginAttempt, type Refused } from './attempts.js';
import { recoveryHash } from './recoveryCodes.js';
import { stepOf } from './totp.js';

export const WRONG_CODE =
  'El código no es el que se muestra ahora. Mira la hora de tu teléfono y prueba con el siguiente.';
const USED_CODE = 'Ese código ya se usó: espera a que tu teléfono muestre el siguiente.';

/** The fault of a wrong proof's field, and the seconds until the next attempt. */
export interface ProofFault {
  faults: Faults;
  wait: number;
}

/** @returns undefined when the form proves it; each code is accepted once */
export async function faultOfProof(request: PendingRequest): Promise<ProofFault | undefined> {
  const { user, form } = request;
  const recovery = form.text('recuperacion');
  const field = recovery ? 'recuperacion' : 'codigo';
  if (!recovery && !form.text('codigo'))
    return { faults: { codigo: 'Escribe el código de tu teléfono.' }, wait: 0 };
  const proof = recovery ? 'recovery' : 'code';
  const attempt = await beginAttempt(request, { proof, email: user.email, userId: user.id });
  if (!attempt.allowed)
    return { faults: { [field]: tooManyAttempts(attempt) }, wait: attempt.wait };
  const fault = recovery ? await faultOfRecovery(request, recovery) : await faultOfCode(request);
  if (fault === undefined) {
    await attempt.succeeded();
    return undefined;
  }
  await attempt.failed();
  return { faults: { [field]: fault }, wait: 0 };
}

export const tooManyAttempts = ({ wait, onlyRecovery }: Refused): string =>
  onlyRecovery
    ? 'Demasiados intentos desde equipos que no usas. Usa un código de recuperación, o ingresa ' +
      'desde un equipo en el que ya ingresaste.'
    : `Demasiados intentos. Espera ${many(wait, 'segundo', 'segundos')} y usa el código que se ` +
      'muestre entonces.';

async function faultOfRecovery(
  { deps, user, by }: PendingRequest,
  typed: string,
): Promise<string | undefined> {
  const hash = recoveryHash(typed, deps.pepper);
  const taken = await takeRecoveryCode(deps.db, by(), user.id, hash);
  return taken ? undefined : 'No es uno de tus códigos, o ya se usó.';
}

/**
 * A code that was already used is a right one: its user holds the telephone, and is told to wait.
 */
async function faultOfCode({ deps, user, form, now }: PendingRequest): Promise<string | undefined> {
  const login = await findLogin(deps.db, user.email);
  if (!login?.totpSecret) return WRONG_CODE;
  const secret = deps.vault.open(login.totpSecret, totpSecretColumn(user.id));
  const step = stepOf(secret, form.text('codigo'), now);
  if (step === undefined) return WRONG_CODE;
  return (await takeStep(deps.db, user.id, step)) ? undefined : USED_CODE;
}
