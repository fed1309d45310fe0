/** Calls an operation of the authority's SOAP services once, and reads its answer or its fault. */
import { envelope, type Field, type SolAccess } from './envelope.js';
import { faultCode } from './faultCode.js';
import type { Connection, HttpClient } from './httpClient.js';
import type { HttpResponse } from './httpResponse.js';
import { cut } from './plainText.js';
import { readSentBill } from './readSentBill.js';
import { readSoap } from './readSoap.js';
import {
  type Exchange,
  notOfService,
  type Reply,
  throttled,
  transportFailure,
  unreadable,
} from './reply.js';
import { TransportError } from './transportError.js';

export interface SoapRequest {
  url: string;
  operation: string;
  fields: readonly Field[];
  access: SolAccess;
  connection: Connection;
}

export type Answered = { is: 'answer'; answer: Record<string, string>; body: Buffer } & Exchange;
type Failed = Exclude<Reply, { is: 'cdr' }>;
export type SoapCall = (request: SoapRequest) => Promise<Failed | Answered>;

export const createSoapCall =
  (client: HttpClient): SoapCall =>
  async ({ url, operation, fields, access, connection }) => {
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"urn:${operation}"` };
    try {
      const body = envelope(operation, fields, access);
      const response = await client.post(url, body, headers, connection);
      const called = read(response);
      if (called.is !== 'answer') response.discard();
      return called;
    } catch (error) {
      if (error instanceof TransportError) return transportFailure(error);
      throw error;
    }
  };

function read(response: HttpResponse): Failed | Answered {
  const { status, body, headers, reused, discard } = response;
  if (status === 429) return throttled(headers['retry-after']);
  const answer = readSentBill(body) ?? readSoap(body);
  if (!answer) return notOfService(status, withoutSoap(response), body);
  if (answer.Fault !== undefined) return readFault(answer, response);
  return status === 200
    ? { is: 'answer', answer, body, reused, discard }
    : notOfService(status, `HTTP ${status}`, body);
}

/** What support needs to know of a response that has no SOAP. */
function withoutSoap({ status, headers, body }: HttpResponse): string {
  const { location, 'content-encoding': encoding } = headers;
  // the query of an address may have a session
  if (location) return `HTTP ${status} que remite a ${cut(location.replace(/\?.*/, ''))}`;
  if (body.length === 0) return `HTTP ${status} vacío`;
  return `HTTP ${status} sin SOAP${encoding ? `, comprimido (${encoding.slice(0, 20)})` : ''}`;
}

function readFault(
  answer: Record<string, string>,
  { status, body, reused, discard }: HttpResponse,
): Failed {
  const faultstring = answer['Fault/faultstring'] ?? '';
  const faultcode = answer['Fault/faultcode'] ?? '';
  const code = faultCode({ faultcode, faultstring });
  const text = cut(faultText(faultstring, answer['Fault/detail/message']));
  return code === undefined
    ? withoutNumber({ status, body, faultcode, text })
    : { is: 'fault', code, text, reused, discard };
}

/**
 * The class `Server` says that the service failed, and not over the request (SOAP 1.1, 4.4.1).
 * SUNAT says so with `Client` and "Internal Error" too.
 */
function withoutNumber({ status, body, faultcode, text }: FaultWithoutNumber): Failed {
  const ofServer = /(?:^|:)server\b/i.test(faultcode) || /^\s*internal error/i.test(text);
  const what = `HTTP ${status}: fallo SOAP ${ofServer ? 'del servidor, ' : ''}sin número`;
  const reason = text ? `${what}: ${text}` : what;
  return ofServer ? { is: 'server_error', reason, fault: true } : unreadable(reason, body);
}

interface FaultWithoutNumber extends Pick<HttpResponse, 'status' | 'body'> {
  faultcode: string;
  text: string;
}

/** SUNAT writes some texts in the detail, and their code alone in faultstring. */
const faultText = (faultstring: string, message = ''): string =>
  /^\d*$/.test(faultstring.trim()) ? message || faultstring : faultstring;

/** The CDR of an answer: a ZIP, which begins with PK; SUNAT sometimes sends text in its place. */
export function cdrReply(content: string | undefined, { body, reused, discard }: Answered): Reply {
  if (!content) return unreadable('respuesta sin constancia', body);
  const zip = Buffer.from(content, 'base64');
  return zip.subarray(0, 2).toString('latin1') === 'PK'
    ? { is: 'cdr', zip, reused, discard }
    : unreadable('la constancia no es un ZIP', body);
}
