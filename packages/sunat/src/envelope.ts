/** Writes SOAP 1.1 requests for SUNAT: WS-Security with a plain password, inside TLS. */

export interface SolAccess {
  /** RUC and SOL user, without a separator. */
  user: string;
  password: string;
}

/** An element of the body: text, which is escaped here, or bytes, which are written in base64. */
export type Field = readonly [name: string, value: string | Buffer];

/** @param fields in the order of the WSDL */
export function envelope(operation: string, fields: readonly Field[], access: SolAccess): string {
  const { user, password } = access;
  const body = fields.map(([name, value]) => `<${name}>${written(value)}</${name}>`).join('');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ',
    'xmlns:ser="http://service.sunat.gob.pe" ',
    `xmlns:wsse="${WSS}/oasis-200401-wss-wssecurity-secext-1.0.xsd">`,
    '<soapenv:Header><wsse:Security><wsse:UsernameToken>',
    `<wsse:Username>${escaped(user)}</wsse:Username>`,
    `<wsse:Password Type="${PASSWORD_TEXT}">${escaped(password)}</wsse:Password>`,
    '</wsse:UsernameToken></wsse:Security></soapenv:Header>',
    `<soapenv:Body><ser:${operation}>${body}</ser:${operation}></soapenv:Body></soapenv:Envelope>`,
  ].join('');
}

const WSS = 'http://docs.oasis-open.org/wss/2004/01';
const PASSWORD_TEXT = `${WSS}/oasis-200401-wss-username-token-profile-1.0#PasswordText`;
const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => ENTITY[mark] as string);
const written = (value: string | Buffer) =>
  typeof value === 'string' ? escaped(value) : value.toString('base64');
