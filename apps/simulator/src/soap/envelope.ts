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
const SERVICE = 'http://service.sunat.gob.pe';
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const ENVELOPE = `{${SOAP}}Envelope`;
const BODY = `${ENVELOPE}/{${SOAP}}Body`;
const USER = `${ENVELOPE}/{${SOAP}}Header/{${WSS}}Security/{${WSS}}UsernameToken`;

/** Elements count by their namespace, and may have any prefix. */
export function readEnvelope(text: string): SoapRequest {
  const open: string[] = [];
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
  parser.on('opentag', ({ local, uri }) => {
    const parent = open.at(-1);
    const path = parent === undefined ? `{${uri}}${local}` : `${parent}/{${uri}}${local}`;
    open.push(path);
    content = '';
    if (open.length === 1 && path !== ENVELOPE) throw new UnreadableRequest('Envelope');
    if (parent === BODY) {
      if (uri !== SERVICE) throw new UnreadableRequest(`Unexpected element {${uri}}${local}`);
      operation ??= local;
    }
    if (open.length > 20) throw new UnreadableRequest('depth');
  });
  parser.on('text', (piece) => {
    content += piece;
  });
  parser.on('cdata', (piece) => {
    content += piece;
  });
  parser.on('closetag', ({ local, uri }) => {
    open.pop();
    if (open.length === 3 && open[1] === BODY) fields[local] = content.trim();
    if (open.at(-1) === USER && uri === WSS) security[local] = content;
    content = '';
  });
  parser.write(text).close();
  if (operation === undefined) throw new UnreadableRequest('Body');
  const request: SoapRequest = { operation, fields };
  if (security.Username !== undefined) request.username = security.Username.trim();
  if (security.Password !== undefined) request.password = security.Password;
  return request;
}
