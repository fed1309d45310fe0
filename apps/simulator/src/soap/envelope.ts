/** Reads a SOAP 1.1 request: its operation, that operation's fields and the WS-Security user. */
import { SaxesParser } from 'saxes';

export interface SoapRequest {
  /** Local name of the body's first element. */
  operation: string;
  fields: Readonly<Record<string, string>>;
  username?: string;
  password?: string;
}

/** The request is not a valid SOAP envelope. */
export class UnreadableRequest extends Error {}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

export function readEnvelope(text: string): SoapRequest {
  const path: string[] = [];
  const fields: Record<string, string> = {};
  const security: Record<string, string> = {};
  let operation: string | undefined;
  let content = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new UnreadableRequest(error.message);
  });
  parser.on('doctype', () => {
    throw new UnreadableRequest('DOCTYPE');
  });
  parser.on('opentag', (tag) => {
    path.push(tag.local);
    content = '';
    if (path.length === 1 && (tag.local !== 'Envelope' || tag.uri !== SOAP))
      throw new UnreadableRequest('Envelope');
    if (path.length === 3 && path[1] === 'Body') operation ??= tag.local;
    if (path.length > 20) throw new UnreadableRequest('depth');
  });
  parser.on('text', (piece) => {
    content += piece;
  });
  parser.on('cdata', (piece) => {
    content += piece;
  });
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    if (path.length === 3 && path[1] === 'Body') fields[name] = content.trim();
    if (path.at(-1) === 'UsernameToken') security[name] = content;
    content = '';
  });
  parser.write(text).close();
  if (operation === undefined) throw new UnreadableRequest('Body');
  const request: SoapRequest = { operation, fields };
  if (security.Username !== undefined) request.username = security.Username.trim();
  if (security.Password !== undefined) request.password = security.Password;
  return request;
}
