/** The text of an error for people: in Spanish what a connection reports, and no file keys. */
import { withoutKeys } from './withoutKeys.js';

/** By the code of the operating system, which stays beside the words. */
const CONNECTION: Readonly<Record<string, string>> = {
  ECONNRESET: 'la conexión se cortó',
  EPIPE: 'la conexión se cortó',
  ECONNREFUSED: 'la conexión fue rechazada',
  ECONNABORTED: 'la conexión se interrumpió',
  ETIMEDOUT: 'la conexión tardó demasiado',
  EHOSTUNREACH: 'no se llega al servidor',
  ENETUNREACH: 'no se llega a la red',
  ENOTFOUND: 'no se encontró el servidor',
  EAI_AGAIN: 'no se pudo buscar el servidor',
};

/** What took too long, by the phase that the HTTP client names. */
const PHASES: Readonly<Record<string, string>> = {
  lookup: 'al buscar el servidor',
  connect: 'al conectar',
  secureConnect: 'al cifrar la conexión',
  send: 'al enviar',
  response: 'al esperar la respuesta',
  request: 'en total',
};

export const plainError = (text: string): string =>
  withoutKeys(text)
    .replace(/\bE[A-Z_]{4,}\b/g, (code) =>
      CONNECTION[code] ? `${CONNECTION[code]} (${code})` : code,
    )
    .replace(/tiempo agotado \((\w+)\)/g, (whole, phase: string) =>
      PHASES[phase] ? `tiempo agotado ${PHASES[phase]}` : whole,
    );
