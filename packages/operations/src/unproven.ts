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

/**
 * Why SUNAT cannot be asked about the document, as the end of a Spanish sentence; undefined when it
 * can be. When it cannot, only sending the same bytes again gives an answer.
 */
export function askObstacle(
  { authority, consultUrl }: Pick<Business, 'authority' | 'consultUrl'>,
  kind: Kind,
  hasConsult: boolean,
): string | undefined {
  if (authority === 'beta') return 'la beta de SUNAT no tiene un servicio de consulta.';
  if (authority === 'custom' && consultUrl === null)
    return 'su negocio no tiene la dirección de un servicio de consulta.';
  return kind === 'factura' || hasConsult ? undefined : NO_CONSULT;
}

const NO_CONSULT =
  'por una boleta solo responde Consulta Integrada, y su negocio no tiene esas credenciales.';

type Issues = Pick<Business, 'boletas' | 'authority' | 'unprovenChosenAt'>;

/**
 * Whether a person must choose the policy: SUNAT can be queried for a boleta only with credentials
 * of Consulta Integrada. Businesses at the simulator need no choice.
 */
export const mustChoose = ({
  boletas,
  authority,
  unprovenChosenAt,
  hasConsult,
}: Issues & { hasConsult: boolean }): boolean =>
  boletas && authority !== 'simulator' && !hasConsult && unprovenChosenAt === null;
