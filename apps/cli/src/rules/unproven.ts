/**
 * Requires credentials of Consulta Integrada where boletas are issued outside the simulator, or the
 * choice of what happens without them.
 */
import type { Business, BusinessData } from '@rafaga/db';
import { mustChoose, UNPROVEN, UNPROVEN_QUESTION } from '@rafaga/operations';
import type { Mistakes } from '../terminal/failure.js';
import type { Keys } from './keys.js';

const CHOICES = Object.values(UNPROVEN)
  .map(({ word, text }) => `${word}: ${text}`)
  .join(' ');

/** The option, with a sentence for each choice. */
export const UNPROVEN_OPTION = {
  '--respuesta-perdida <palabra>': `${UNPROVEN_QUESTION} ${CHOICES}`,
};

/** The defaults of the schema. */
export const UNSAID = { boletas: true, authority: 'simulator', unprovenChosenAt: null } as const;

type Known = Pick<Business, 'boletas' | 'authority' | 'unprovenChosenAt'>;

/** A mistake, unless the credentials or the choice are given or known. */
export function askForConsult(
  known: Known,
  data: BusinessData,
  { access, consult }: Keys,
  mistakes: Mistakes,
): void {
  if (data.unprovenPolicy !== undefined || access?.consultId !== undefined || consult) return;
  if (mustChoose({ ...known, ...data }, false))
    mistakes.add(
      '--id-consulta',
      `falta para emitir boletas fuera del simulador; sin ella, di --respuesta-perdida. ${CHOICES}`,
    );
}
