/**
 * Identifies the person who decides in a decision of two persons: a panel user, by e-mail address
 * and password.
 */
import type { Decider, Role } from '@rafaga/db';
import { askSecret } from '../terminal/askSecret.js';
import { Failure, type Mistakes } from '../terminal/failure.js';
import type { CommandContext } from './commandContext.js';

export const PERSON_OPTION = {
  '--persona <correo>':
    'quién decide: su correo del panel, con rol admin u operador; su contraseña se ' +
    'pregunta, o va en RAFAGA_CLAVE_PERSONA',
};

/** The roles that decide about reviews, as in the panel. */
const DECIDING_ROLES: readonly Role[] = ['admin', 'operator'];

export function readPerson(persona: string | undefined, mistakes: Mistakes): string {
  const email = persona?.trim().toLowerCase() || undefined;
  return mistakes.required('--persona', email, 'falta: ¿quién decide?');
}

/** Requires the password of the person, because an e-mail address alone proves nothing. */
export async function authenticatedDecider(
  context: CommandContext,
  email: string,
  reason?: string,
): Promise<Decider> {
  const [{ findLogin }, { samePassword }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/secrets'),
  ]);
  const password =
    process.env.RAFAGA_CLAVE_PERSONA ?? (await askSecret(`Contraseña de ${email}: `));
  if (password === undefined)
    throw new Failure('Da la contraseña de esa persona en RAFAGA_CLAVE_PERSONA.');
  const person = await findLogin(context.db, email);
  const matches = await samePassword(password, person?.passwordHash);
  if (!person || !matches || person.disabledAt)
    throw new Failure('El correo o la contraseña no son correctos.');
  if (!DECIDING_ROLES.includes(person.role))
    throw new Failure(`${email} no decide sobre revisiones: hace falta rol admin u operador.`);
  const by = context.by(reason);
  return { ...by, actor: `${by.actor} (${person.email})`, userId: person.id };
}
