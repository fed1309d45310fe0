/** A SOAP and REST client for tests of the simulator, which returns plain values. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import got from 'got';
import { unzip } from '../src/documents/zip.js';
import { type Simulator, startSimulator } from '../src/simulator.js';
import { type InvoiceFacts, identity, nameOf, RUC, signedXml, zipped } from './invoices.js';

export const testIdentity = identity();

export interface Answer {
  status: number;
  type: string;
  body: string;
  /** The code NNNN of the fault. */
  fault?: string;
  text?: string;
  /** The decoded bytes in the place of the CDR. */
  content?: Buffer;
}

export async function start(
  settings: { strict?: boolean; folder?: string; schemas?: string } = {},
): Promise<Simulator & { folder: string }> {
  const folder = settings.folder ?? (await mkdtemp(join(tmpdir(), 'simulator-')));
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    strict: true,
    ...settings,
    folder,
  });
  return { ...simulator, folder };
}

/** Sends a signed and zipped invoice. */
export const send = (
  url: string,
  facts: InvoiceFacts,
  options: { timeout?: number } = {},
): Promise<Answer> =>
  sendZip(
    url,
    `${nameOf(facts)}.zip`,
    zipped(nameOf(facts), signedXml(facts, testIdentity)),
    options,
  );

export const sendZip = (
  url: string,
  fileName: string,
  zip: Buffer,
  options: { timeout?: number; user?: string; password?: string } = {},
) =>
  soap(
    `${url}/ol-ti-itcpfegem/billService`,
    `<ser:sendBill><fileName>${fileName}</fileName><contentFile>${zip.toString('base64')}` +
      `</contentFile></ser:sendBill>`,
    options,
  );

export const consult = (
  url: string,
  operation: 'getStatus' | 'getStatusCdr',
  { type, series, number }: InvoiceFacts,
): Promise<Answer> =>
  soap(
    `${url}/ol-it-wsconscpegem/billConsultService`,
    `<ser:${operation}><rucComprobante>${RUC}</rucComprobante><tipoComprobante>${type}` +
      `</tipoComprobante>` +
      `<serieComprobante>${series}</serieComprobante><numeroComprobante>${number}` +
      `</numeroComprobante></ser:${operation}>`,
  );

export async function soap(
  url: string,
  body: string,
  {
    timeout = 5_000,
    user = `${RUC}MODDATOS`,
    password = 'moddatos',
  }: { timeout?: number; user?: string; password?: string } = {},
): Promise<Answer> {
  const response = await got.post(url, {
    body:
      '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
      'xmlns:ser="http://service.sunat.gob.pe"' +
      ' xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/' +
      'oasis-200401-wss-wssecurity-secext-1.0.xsd"><soapenv:Header><wsse:Security>' +
      `<wsse:UsernameToken><wsse:Username>${user}</wsse:Username><wsse:Password>${password}` +
      `</wsse:Password></wsse:UsernameToken>` +
      `</wsse:Security></soapenv:Header><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: timeout },
  });
  const answer: Answer = {
    status: response.statusCode,
    type: response.headers['content-type'] ?? '',
    body: response.body,
  };
  const fault =
    /<faultcode>soap-env:(?:Client|Server)\.(\d{4})<\/faultcode><faultstring>([^<]*)/.exec(
      response.body,
    );
  const content = /<(?:applicationResponse|content)>([^<]*)</.exec(response.body)?.[1];
  return {
    ...answer,
    ...(fault?.[1] === undefined ? {} : { fault: fault[1], text: fault[2] ?? '' }),
    ...(content === undefined ? {} : { content: Buffer.from(content, 'base64') }),
  };
}

export interface ReadCdr {
  names: string[];
  reference: string | undefined;
  code: string | undefined;
  description: string | undefined;
  notes: string[];
}

export function readCdr({ content }: Answer): ReadCdr {
  const entries = unzip(content ?? Buffer.alloc(0));
  const xml = entries.at(-1)?.content.toString() ?? '';
  const one = (element: string): string | undefined =>
    new RegExp(`<cbc:${element}>([^<]*)<`).exec(xml)?.[1];
  return {
    names: entries.map(({ name }) => name),
    reference: one('ReferenceID'),
    code: one('ResponseCode'),
    description: one('Description'),
    notes: [...xml.matchAll(/<cbc:Note>([^<]*)</g)].map((match) => match[1] ?? ''),
  };
}

export interface LedgerLine {
  seq: number;
  document: string;
  outcome: string;
  code: string | null;
  registered: boolean;
  sha256: string | null;
  by: string;
}

export const ledgerOf = (url: string): Promise<LedgerLine[]> => got(`${url}/control/ledger`).json();

export const control = (url: string, path: string, json: object = {}) =>
  got.post(`${url}/control/${path}`, {
    json,
    throwHttpErrors: false,
    responseType: 'json',
    retry: { limit: 0 },
  });
