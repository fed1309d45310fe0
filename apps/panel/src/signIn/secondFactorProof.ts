/** The proof of the second factor in a form: the code of the telephone, or a recovery code. */
import { findLogin, takeRecoveryCode, takeStep } from '@rafaga/db';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';
import { recoveryHash } from './recoveryCodes.js';
import { stepOf } from './totp.js';

/** What the stored secret is encrypted for. */
export const secretContext = (userId: number): string => `totp:${userId}`;

export const WRONG_CODE =
  'El código no es el que se muestra ahora. Mira la hora de tu teléfono y prueba con el siguiente.';

export const tooManyAttempts = (wait: number): string =>
  `Demasiados intentos. Espera ${wait} segundos y usa el código que se muestre entonces.`;

/** Attempts are counted by user, wherever a code is asked for. */
export const throttleKey = (userId: number): string => `code ${userId}`;

/** Undefined when the form proves it; each code is accepted once. */
export async function faultOfProof(request: AuthenticatedRequest): Promise<Faults | undefined> {
  const { deps, user, form } = request;
  const recovery = form.text('recuperacion');
  const field = recovery ? 'recuperacion' : 'codigo';
  if (!recovery && !form.text('codigo')) return { codigo: 'Escribe el código de tu teléfono.' };
  const wait = deps.loginThrottle.waitSeconds(throttleKey(user.id));
  if (wait > 0) return { [field]: tooManyAttempts(wait) };
  deps.loginThrottle.recordFailure(throttleKey(user.id));
  const proven = recovery ? await isRecovery(request, recovery) : await isCode(request);
  if (!proven) return { [field]: recovery ? 'No es uno de tus códigos, o ya se usó.' : WRONG_CODE };
  deps.loginThrottle.reset(throttleKey(user.id));
  return undefined;
}

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
  const secret = deps.vault.open(login.totpSecret, secretContext(user.id));
  const step = stepOf(secret, form.text('codigo'), now);
  return step !== undefined && takeStep(deps.db, user.id, step);
}
