/** getStatusCdr: what the authority has registered under the number of a factura, with its CDR. */
import type { SolAccess } from './envelope.js';
import { cut } from './plainText.js';
import { type StatusReply, unreadable } from './reply.js';
import { type Answered, cdrReply, type SoapCall } from './soapCall.js';

export interface QueriedNumber {
  ruc: string;
  /** Catalogue 01. */
  type: string;
  series: string;
  number: number;
}

export type StatusCdr = (document: QueriedNumber, access: SolAccess) => Promise<StatusReply>;

/** Each query has a connection of its own, because a status does not name its document. */
export const createStatusCdr =
  (call: SoapCall, url: string): StatusCdr =>
  async ({ ruc, type, series, number }, access) => {
    const called = await call({
      url,
      operation: 'getStatusCdr',
      fields: [
        ['rucComprobante', ruc],
        ['tipoComprobante', type],
        ['serieComprobante', series],
        ['numeroComprobante', String(number)],
      ],
      access,
      connection: 'own',
    });
    if (called.is === 'fault' && STATUS_CODE.test(called.code))
      return { is: 'status', code: called.code, text: called.text };
    return called.is === 'answer' ? readStatus(called) : called;
  };

/**
 * 0005 to 0012 are about the query itself, and come as a status or as a fault. 0001 to 0004 say
 * what is registered: a fault with such a number comes from another program.
 */
const STATUS_CODE = /^00(0[5-9]|1[0-2])$/;

function readStatus(answered: Answered): StatusReply {
  const { answer, body } = answered;
  const field = (name: string) => answer[`getStatusCdrResponse/statusCdr/${name}`];
  const content = field('content');
  if (content) return cdrReply(content, answered);
  const code = field('statusCode')?.padStart(4, '0') ?? '';
  if (!/^\d{4}$/.test(code)) return unreadable('consulta sin estado', body);
  return { is: 'status', code, text: cut(field('statusMessage') ?? '') };
}
