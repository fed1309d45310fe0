/** The SOAP envelopes with which SUNAT answers. */
import { textOf } from '../codes.js';
import { escapeXml } from '../documents/text.js';

export interface Reply {
  status: number;
  type: string;
  body: string | Buffer;
}

const XML = 'text/xml; charset=utf-8';

/** SUNAT sends these codes as faults of the server, all others as faults of the client. */
const SERVER_SIDE = /^(0100|0109|013\d|02\d\d)$/;

/** HTTP 500 with soap-env:Client.NNNN or soap-env:Server.NNNN. */
export function fault(code: string, detail?: string): Reply {
  const side = SERVER_SIDE.test(code) ? 'Server' : 'Client';
  const text = detail ? `${textOf(code)} - Detalle: ${detail}` : textOf(code);
  return { status: 500, type: XML, body: faultEnvelope(`soap-env:${side}.${code}`, text) };
}

/** The fault of a SOAP stack for a request that is not of its service. */
export const malformed = (reason: string): Reply => ({
  status: 500,
  type: XML,
  body: faultEnvelope('soap-env:Client', reason),
});

export function billResponse(content: Buffer | string): Reply {
  return ok(
    '<br:sendBillResponse xmlns:br="http://service.sunat.gob.pe"><applicationResponse>' +
      `${base64(content)}</applicationResponse></br:sendBillResponse>`,
  );
}

export function statusResponse(
  operation: 'getStatus' | 'getStatusCdr',
  code: string,
  message: string,
  content?: Buffer | string,
): Reply {
  const element = operation === 'getStatus' ? 'status' : 'statusCdr';
  const file = content === undefined ? '' : `<content>${base64(content)}</content>`;
  return ok(
    `<ns2:${operation}Response xmlns:ns2="http://service.sunat.gob.pe"><${element}>${file}` +
      `<statusCode>${code}</statusCode>` +
      `<statusMessage>${escapeXml(message)}</statusMessage></${element}>` +
      `</ns2:${operation}Response>`,
  );
}

/** Bytes in base64; text, which stands for no file, as it is. */
const base64 = (content: Buffer | string): string =>
  typeof content === 'string' ? content : content.toString('base64');

const ok = (body: string): Reply => ({
  status: 200,
  type: XML,
  body:
    '<?xml version="1.0" encoding="UTF-8"?><soap-env:Envelope ' +
    'xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/"><soap-env:Header/>' +
    `<soap-env:Body>${body}</soap-env:Body></soap-env:Envelope>`,
});

const faultEnvelope = (code: string, text: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?><soap-env:Envelope ' +
  'xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/"><soap-env:Header/>' +
  `<soap-env:Body><soap-env:Fault><faultcode>${code}</faultcode><faultstring>${escapeXml(text)}` +
  `</faultstring></soap-env:Fault></soap-env:Body></soap-env:Envelope>`;
