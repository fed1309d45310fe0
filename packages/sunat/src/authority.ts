/**
 * The authority's services behind three questions: take this, what became of it, do you know it.
 */
import { type ConsultAccess, type ConsultedDocument, createConsult, throttled } from './consult.js';
import type { Endpoints } from './endpoints.js';
import { envelope, type SolAccess } from './envelope.js';
import { faultCode } from './faultCode.js';
import { readSoap } from './readSoap.js';
import {
  type ConsultReply,
  type Exchange,
  nonsense,
  type Reply,
  type StatusReply,
} from './reply.js';
import {
  type Connection,
  createWire,
  type Posted,
  Silence,
  TIMEOUTS,
  type Timeouts,
} from './wire.js';

export interface Authority {
  /**
   * @param name of the zip, without extension
   * @param connection 'own' makes sure that the answer is this request's: see `Exchange.reused`
   */
  send(name: string, zip: Buffer, access: SolAccess, connection?: Connection): Promise<Reply>;
  /**
   * getStatusCdr: knows facturas and their notes, and no boleta. Absent where it cannot be asked.
   * Each question has a connection of its own: a status names no document.
   */
  statusCdr?: (
    document: { ruc: string; type: string; series: string; number: number },
    access: SolAccess,
  ) => Promise<StatusReply>;
  /**
   * Consulta Integrada: knows everything, and gives no CDR. Absent where it cannot be asked. A
   * connection of its own each time.
   */
  consult?: (document: ConsultedDocument, access: ConsultAccess) => Promise<ConsultReply>;
  close(): void;
}

export interface AuthorityOptions extends Endpoints {
  timeouts?: Timeouts;
  /** Connections at most to each host. */
  sockets?: number;
}

export function createAuthority({
  billUrl,
  consultUrl,
  validity,
  ...options
}: AuthorityOptions): Authority {
  const wire = createWire(options);
  // a token and a question are two requests: together they take no longer than one of the others
  const questions = createWire({ ...options, timeouts: halved(options.timeouts ?? TIMEOUTS) });

  async function call({ url, operation, fields, access, connection }: Call): Promise<Called> {
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"urn:${operation}"` };
    try {
      const posted = await wire.post(url, envelope(operation, fields, access), headers, connection);
      const called = read(posted);
      if (called.is !== 'answer') posted.discard();
      return called;
    } catch (error) {
      if (error instanceof Silence)
        return { is: 'silence', reached: error.reached, why: error.why };
      throw error;
    }
  }

  const authority: Authority = {
    async send(name, zip, access, connection = 'shared') {
      const fields: [string, string][] = [
        ['fileName', `${name}.zip`],
        ['contentFile', zip.toString('base64')],
      ];
      const called = await call({
        url: billUrl,
        operation: 'sendBill',
        fields,
        access,
        connection,
      });
      return called.is === 'answer'
        ? toCdr(called.answer['sendBillResponse/applicationResponse'], called)
        : called;
    },
    close: () => {
      wire.close();
      questions.close();
    },
  };
  if (consultUrl !== undefined)
    authority.statusCdr = async ({ ruc, type, series, number }, access) => {
      const fields: [string, string][] = [
        ['rucComprobante', ruc],
        ['tipoComprobante', type],
        ['serieComprobante', series],
        ['numeroComprobante', String(number)],
      ];
      const called = await call({
        url: consultUrl,
        operation: 'getStatusCdr',
        fields,
        access,
        connection: 'own',
      });
      if (called.is === 'fault' && ABOUT_THE_QUESTION.test(called.code))
        return { is: 'status', code: called.code, text: called.text };
      return called.is === 'answer' ? toStatus(called) : called;
    };
  if (validity) authority.consult = createConsult(questions, validity);
  return authority;
}

const halved = (timeouts: Timeouts): Timeouts => ({
  ...timeouts,
  response: timeouts.response / 2,
  request: timeouts.request / 2,
});

interface Call {
  url: string;
  operation: string;
  fields: [string, string][];
  access: SolAccess;
  connection: Connection;
}

type Answered = { is: 'answer'; answer: Record<string, string>; body: Buffer } & Exchange;
type Called = Exclude<Reply, { is: 'cdr' }> | Answered;

/** 0001 to 0012 belong to the consultation alone, whether they come as a status or as a fault. */
const ABOUT_THE_QUESTION = /^00(0[1-9]|1[0-2])$/;
const FAULT_TEXT = 500;

function read({ status, body, retryAfter, reused, discard }: Posted): Called {
  if (status === 429) return throttled(retryAfter);
  const answer = readSoap(body);
  if (!answer)
    return nonsense(body.length === 0 ? `HTTP ${status} vacío` : `HTTP ${status} sin SOAP`, body);
  if (answer.Fault !== undefined) return toFault(answer, { status, body, reused, discard });
  return status === 200
    ? { is: 'answer', answer, body, reused, discard }
    : nonsense(`HTTP ${status}`, body);
}

function toFault(
  answer: Record<string, string>,
  { status, body, ...exchange }: Omit<Posted, 'retryAfter'>,
): Exclude<Reply, { is: 'cdr' }> {
  const text = answer['Fault/faultstring'] ?? '';
  const code = faultCode({ faultcode: answer['Fault/faultcode'] ?? '', faultstring: text });
  if (code === undefined) return nonsense(`HTTP ${status}: fallo SOAP sin número`, body);
  return { is: 'fault', code, text: text.slice(0, FAULT_TEXT), ...exchange };
}

function toStatus(answered: Answered): StatusReply {
  const { answer, body } = answered;
  const said = (name: string) => answer[`getStatusCdrResponse/statusCdr/${name}`];
  const content = said('content');
  if (content) return toCdr(content, answered);
  const code = said('statusCode')?.padStart(4, '0') ?? '';
  if (!/^\d{4}$/.test(code)) return nonsense('consulta sin estado', body);
  return { is: 'status', code, text: (said('statusMessage') ?? '').slice(0, FAULT_TEXT) };
}

/** A zip begins with PK; now and then SUNAT sends a sentence in its place. */
function toCdr(content: string | undefined, { body, reused, discard }: Answered): Reply {
  if (!content) return nonsense('respuesta sin constancia', body);
  const zip = Buffer.from(content, 'base64');
  return zip.subarray(0, 2).toString('latin1') === 'PK'
    ? { is: 'cdr', zip, reused, discard }
    : nonsense('la constancia no es un ZIP', body);
}
