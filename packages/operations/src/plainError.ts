/** The text of an error for people: in Spanish what a connection reports, and no file keys. */
import { withoutKeys } from './withoutKeys.js';

const UNTRUSTED = 'no se confía en quien emitió el certificado del servidor';

/** By the code of the operating system or of TLS, which stays beside the words. */
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
  EPROTO: 'no se pudo cifrar la conexión',
  CERT_HAS_EXPIRED: 'el certificado del servidor venció',
  ERR_TLS_CERT_ALTNAME_INVALID: 'el certificado del servidor es de otro nombre',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
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
    .replace(/\b[A-Z][A-Z_]{4,}\b/g, (code) =>
      CONNECTION[code] ? `${CONNECTION[code]} (${code})` : code,
    )
    .replace(/tiempo agotado \((\w+)\)/g, (whole, phase: string) =>
      PHASES[phase] ? `tiempo agotado ${PHASES[phase]}` : whole,
    );
