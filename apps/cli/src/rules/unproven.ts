/**
 * Requires, of a business that issues boletas outside the simulator, credentials of Consulta
 * Integrada or a policy for lost answers.
 */
import type { Business, BusinessData } from '@rafaga/db';
import { mustChoose, UNPROVEN, UNPROVEN_QUESTION } from '@rafaga/operations';
import type { Mistakes } from '../terminal/failure.js';
import type { Keys } from './keys.js';

const CHOICES = Object.values(UNPROVEN)
  .map(({ word, text }) => `${word}: ${text}`)
  .join(' ');

/** The option, explained with a sentence for each choice. */
export const UNPROVEN_OPTION = {
  '--respuesta-perdida <palabra>': `${UNPROVEN_QUESTION} ${CHOICES}`,
};

/** The defaults of the database schema, for a business that does not exist yet. */
export const DEFAULTS = { boletas: true, authority: 'simulator', unprovenChosenAt: null } as const;

type Known = Pick<Business, 'boletas' | 'authority' | 'unprovenChosenAt'>;

/** Adds a mistake unless the credentials or the policy are given now or stored already. */
export function requireConsultOrPolicy(
  known: Known,
  data: BusinessData,
  { access, consult }: Keys,
  mistakes: Mistakes,
): void {
  if (data.unprovenPolicy !== undefined || access?.consultId !== undefined || consult) return;
  if (mustChoose({ ...known, ...data, hasConsult: false }))
    mistakes.add(
      '--id-consulta',
      `falta para emitir boletas fuera del simulador; sin ella, di --respuesta-perdida. ${CHOICES}`,
    );
}
