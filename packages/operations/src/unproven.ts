/** The policy for boletas without proof: its question, choices and rules, in Spanish. */
import type { Business, UnprovenPolicy } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';

export const UNPROVEN_QUESTION =
  '¿Qué hacer con una boleta si su respuesta se pierde y no hay con qué preguntar a SUNAT?';

interface Choice {
  word: 'revisar' | 'presumir';
  text: string;
}

export const UNPROVEN: Readonly<Record<UnprovenPolicy, Choice>> = {
  review: {
    word: 'revisar',
    text:
      'Si SUNAT solo dice que ya hay algo con ese número (1033), la boleta espera a una persona, ' +
      'y se resuelve sola cuando haya credenciales de Consulta Integrada.',
  },
  presume: {
    word: 'presumir',
    text:
      'Si SUNAT solo dice que ya hay algo con ese número (1033), la boleta se da por ' +
      'aceptada sin CDR y queda marcada ' +
      'como presumida, siempre que ese envío pudiera llegar y sus vecinas de la serie ' +
      'tengan su propio CDR de aceptación.',
  },
};

/** The policy for a word of the CLI, or undefined. */
export const policyOf = (word: string): UnprovenPolicy | undefined =>
  (Object.keys(UNPROVEN) as UnprovenPolicy[]).find((policy) => UNPROVEN[policy].word === word);

type Asked = Pick<Business, 'authority' | 'consultUrl'>;

/** Whether SUNAT can be queried for a document; otherwise only sending it again shows its state. */
export function canAsk({ authority, consultUrl }: Asked, kind: Kind, hasConsult: boolean): boolean {
  if (authority === 'beta' || (authority === 'custom' && consultUrl === null)) return false;
  return kind === 'factura' || hasConsult;
}

type Issues = Pick<Business, 'boletas' | 'authority' | 'unprovenChosenAt'>;

/**
 * Whether a person must choose the policy: SUNAT can be queried for a boleta only with credentials
 * of Consulta Integrada. Businesses at the simulator need no choice.
 */
export const mustChoose = (
  { boletas, authority, unprovenChosenAt }: Issues,
  hasConsult: boolean,
): boolean => boletas && authority !== 'simulator' && !hasConsult && unprovenChosenAt === null;
