/** The SOAP routes: read the envelope, check the user, and call the operation. */
import express, { type RequestHandler, type Response, Router } from 'express';
import type { Authority } from '../authority.js';
import { decodeXml } from '../documents/invoice.js';
import { Problem } from '../documents/problem.js';
import type { Outage } from '../script/script.js';
import type { Service } from '../script/services.js';
import { fault, malformed } from './answers.js';
import { gatewayReply } from './bodies.js';
import { consult } from './consult.js';
import { type Delivery, deliver, pause } from './deliver.js';
import { readEnvelope, type SoapRequest, UnreadableRequest } from './envelope.js';
import { sendBill } from './sendBill.js';
import { followWithStale } from './stale.js';

type Operations = Readonly<Record<string, (request: SoapRequest) => Promise<Delivery>>>;

const LARGEST_REQUEST = '10mb';
/** The only password that is refused. */
const WRONG_PASSWORD = 'mala';

export function soapRoutes(authority: Authority): Router {
  const router = Router();
  const body = express.raw({ type: () => true, limit: LARGEST_REQUEST });
  const bill: Operations = {
    sendBill: (request) => sendBill(authority, request),
    sendSummary: async () => ({ reply: fault('0152'), manner: 'send' }),
    sendPack: async () => ({ reply: fault('0153'), manner: 'send' }),
    getStatus: async () => ({ reply: fault('0127'), manner: 'send' }),
  };
  const consultations: Operations = {
    getStatus: (request) => consult(authority, request, 'getStatus'),
    getStatusCdr: (request) => consult(authority, request, 'getStatusCdr'),
  };
  const [send, ask] = [resetUnread(authority, 'envio'), resetUnread(authority, 'consulta')];
  router.post('/ol-ti-itcpfegem/billService', send, body, handle(authority, 'envio', bill));
  router.post(
    '/ol-it-wsconscpegem/billConsultService',
    ask,
    body,
    handle(authority, 'consulta', consultations),
  );
  return router;
}

/** Resets the connection, during an outage `corte`, before the request is read. */
export const resetUnread =
  ({ script }: Authority, service: Service): RequestHandler =>
  (_request, response, next) => {
    if (script.outageOf(service) !== 'corte') return next();
    script.consumeOutage(service);
    response.socket?.resetAndDestroy();
  };

const handle =
  (authority: Authority, service: Service, operations: Operations): RequestHandler =>
  async (request, response) => {
    await waitLatency(authority, response);
    const outage = authority.script.consumeOutage(service);
    if (outage) return deliver(response, whileDown(outage));
    const delivery = await perform(operations, request.body);
    followWithStale(authority.script.stale, service, response, delivery);
    return deliver(response, delivery);
  };

/** Waits, with a request that is read, as long as the latency says. */
export async function waitLatency({ script }: Authority, response: Response): Promise<void> {
  const delay = script.delay();
  if (delay > 0) await pause(response, delay);
}

async function perform(operations: Operations, body: unknown): Promise<Delivery> {
  try {
    const request = readEnvelope(decodeXml(Buffer.isBuffer(body) ? body : Buffer.alloc(0)));
    const operation = Object.hasOwn(operations, request.operation)
      ? operations[request.operation]
      : undefined;
    if (!operation)
      return { reply: malformed(`Operation ${request.operation} not found`), manner: 'send' };
    checkUser(request);
    return await operation(request);
  } catch (error) {
    if (error instanceof Problem) return { reply: fault(error.code, error.detail), manner: 'send' };
    if (error instanceof UnreadableRequest)
      return {
        reply: malformed(`Error reading XMLStreamReader: ${error.message}`),
        manner: 'send',
      };
    throw error;
  }
}

function checkUser({ username, password }: SoapRequest): void {
  if (!username || !password) throw new Problem('0101');
  if (!/^\d{11}\S+$/.test(username) || password === WRONG_PASSWORD) throw new Problem('0102');
}

function whileDown(outage: Outage): Delivery {
  switch (outage) {
    case 'corte':
      return { reply: malformed(''), manner: 'reset' };
    case 'colgado':
      return { reply: malformed(''), manner: 'hold' };
    case 'http-503':
      return { reply: gatewayReply('html-503') ?? malformed('503'), manner: 'send' };
    case '0109':
      return { reply: fault('0109'), manner: 'send' };
  }
}

/** Answers as the outage of a REST service says; false when there is none. */
export async function refuseWhileDown(
  authority: Authority,
  service: Service,
  response: Response,
): Promise<boolean> {
  const outage = authority.script.consumeOutage(service);
  if (!outage) return false;
  await deliver(response, whileDown(outage));
  return true;
}
