/** Explains to the operator why an e-mail was not delivered. */
interface SmtpError extends Error {
  code?: string;
  /** The code of the underlying error, for example of TLS. */
  originalCode?: string;
  /** The server's answer. */
  response?: string;
}

const LATE = 'el servidor de correo no contestó a tiempo';
const AUTHENTICATION = 'el servidor de correo no acepta el usuario o la clave';
const NO_STARTTLS =
  'el servidor de correo no ofrece STARTTLS: la clave iría en claro y no se envió. Si la red es ' +
  'tuya y lo aceptas, agrega ?requireTLS=false a ALERT_SMTP_URL';
const CERTIFICATE = 'el certificado del servidor de correo no vale';

/** The texts by nodemailer's codes. */
const TEXT: Record<string, string> = {
  EDNS: 'no se encuentra el servidor de correo de ALERT_SMTP_URL',
  EENVELOPE: 'el servidor de correo no acepta el remitente o los destinatarios',
  EPROTOCOL: 'el servidor de correo contestó algo que no es SMTP',
  ETLS: 'no se pudo cifrar la conexión con el servidor de correo',
};

export function emailFault({ code = '', originalCode, response, message }: SmtpError): string {
  if (code === 'EABORT' || code === 'ETIMEDOUT') return LATE;
  // leaves out the server's answer, which may repeat the password
  if (code === 'EAUTH') return AUTHENTICATION;
  if (/^(Error upgrading connection with STARTTLS|EHLO failed)/.test(message)) return NO_STARTTLS;
  const text = /CERT|LEAF_SIGNATURE/.test(originalCode ?? '') ? CERTIFICATE : TEXT[code];
  return `${text ?? 'el servidor de correo no recibió el aviso'}: ${response ?? message}`;
}
