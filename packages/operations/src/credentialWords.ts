/** The Spanish words for a credential that is refused. */
import type { CredentialProblem } from '@rafaga/db';

export const credentialWords = ({ reason, most }: CredentialProblem): string =>
  reason === 'name'
    ? 'Ya hay una credencial activa con ese nombre.'
    : `Hay ${most} activas: revoca antes la que no se use.`;
