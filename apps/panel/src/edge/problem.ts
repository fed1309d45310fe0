/** An error as the status, title and text of its page. */
import { isUnavailable } from '@rafaga/db';
import type { ActiveCondition } from '@rafaga/runtime';
import { UnreadableFile } from '@rafaga/storage';
import { clock } from '../html/formats.js';
import { TooManyLogins } from '../signIn/passwordWork.js';
import { PageRefusal } from './pageRefusal.js';

export interface Problem {
  status: number;
  title: string;
  text: string;
}

export interface ProblemContext {
  /** Whether the request sent a form: after a lost connection its outcome is unknown. */
  formSent: boolean;
  /** The problems that the panel's own probes find now. */
  conditions: readonly ActiveCondition[];
}

export function problemOf(error: unknown, context: ProblemContext): Problem {
  if (error instanceof PageRefusal)
    return { status: error.status, title: TITLES[error.status], text: error.message };
  if (error instanceof TooManyLogins)
    return { status: 429, title: TITLES[429], text: 'Hay mucho trabajo. Vuelve a intentarlo.' };
  if (error instanceof UnreadableFile) return { status: 404, title: TITLES[404], text: LOST_FILE };
  if (isDatabaseUnavailable(error))
    return { status: 503, title: TITLES[503], text: unavailable(context) };
  return {
    status: 500,
    title: 'Algo falló de nuestro lado',
    text: context.formSent ? UNKNOWN_CHANGE : NOTHING_CHANGED,
  };
}

const LOST_FILE =
  'El archivo guardado está dañado o falta, y por eso no se muestra. Avisa a quien cuida los ' +
  'servidores: «rafaga verificar» nombra lo que debe reponerse de una copia.';

const UNKNOWN_CHANGE = 'No se sabe si el cambio se hizo: vuelve a la página y míralo.';

const NOTHING_CHANGED = 'No se pudo mostrar esta página, y nada cambió. Vuelve a intentarlo.';

const TITLES: Readonly<Record<PageRefusal['status'], string>> = {
  400: 'No se entendió la solicitud',
  403: 'No se puede',
  404: 'No está aquí',
  409: 'No se puede en su estado actual',
  413: 'Pesa demasiado',
  429: 'Espera un momento',
  503: 'No se puede ahora',
};

/** What the probes know about PostgreSQL, and since when. */
function unavailable({ formSent, conditions }: ProblemContext): string {
  const known = conditions.find(({ word }) => word.startsWith('postgres'));
  const fault = known ? `${known.text} desde las ${clock(known.since)}` : 'PostgreSQL no responde';
  return formSent
    ? `${fault}, y no se sabe si el cambio se hizo: vuelve a la página en unos segundos y míralo.`
    : `${fault}. Vuelve a intentarlo en unos segundos.`;
}

const CONNECTION_CODE = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|P10\d\d|P2024)/;
const CONNECTION_MESSAGE =
  /^(Connection terminated|timeout exceeded|Query read timeout|Can't reach database)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * `isUnavailable` counts most errors without an SQLSTATE as a lost connection. Here an error of the
 * panel's own code must stay a 500: only connection errors and errors with an SQLSTATE count.
 */
function isDatabaseUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  const message = error instanceof Error ? error.message : '';
  if (CONNECTION_MESSAGE.test(message)) return true;
  if (typeof code !== 'string') return false;
  return CONNECTION_CODE.test(code) || (SQLSTATE.test(code) && isUnavailable(error));
}
