/** The authority's services: send a document, query its status, check its validity. */
import { createSendBill, type SendBill } from './billService.js';
import { type ConsultedDocument, createConsult } from './consult.js';
import type { ConsultAccess } from './consultTokens.js';
import type { Endpoints } from './endpoints.js';
import { createHttpClient, type HttpClientOptions, TIMEOUTS, type Timeouts } from './httpClient.js';
import type { ConsultReply } from './reply.js';
import { createSoapCall } from './soapCall.js';
import { createStatusCdr, type StatusCdr } from './statusService.js';

export interface Authority {
  /**
   * sendBill. `name` is the name of the ZIP without its extension. With a connection of its own
   * ('own'), the answer surely belongs to this request: see `Exchange.reused`.
   */
  send: SendBill;
  /** getStatusCdr: for facturas and their notes, not for boletas. Absent without such a service. */
  statusCdr?: StatusCdr;
  /**
   * Consulta Integrada: for every document, without CDRs. Absent without such a service. Each query
   * has a connection of its own.
   */
  consult?: (document: ConsultedDocument, access: ConsultAccess) => Promise<ConsultReply>;
  close(): void;
}

/** `sockets`: connections at most to each host. */
export interface AuthorityOptions extends Endpoints, HttpClientOptions {}

export function createAuthority({
  billUrl,
  consultUrl,
  validity,
  ...options
}: AuthorityOptions): Authority {
  const client = createHttpClient(options);
  // a query, a new token and the query again are three requests: together they must end before the
  // lease of their document
  const queries = createHttpClient({ ...options, timeouts: halved(options.timeouts ?? TIMEOUTS) });
  const call = createSoapCall(client);
  return {
    send: createSendBill(call, billUrl),
    ...(consultUrl !== undefined && { statusCdr: createStatusCdr(call, consultUrl) }),
    ...(validity && { consult: createConsult(queries, validity) }),
    close() {
      client.close();
      queries.close();
    },
  };
}

const halved = (timeouts: Timeouts): Timeouts => ({
  ...timeouts,
  response: timeouts.response / 2,
  request: timeouts.request / 2,
});
