/**
 * The routes of /control: set the next answers and show what was received. They take only JSON,
 * which no web form can send.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import express, { type RequestHandler, Router } from 'express';
import type { Authority } from '../authority.js';
import { clientsOf, isFor, isOutcome, OUTCOMES, outcome } from '../script/outcomes.js';
import { type Down, type Order, OUTAGES } from '../script/script.js';
import { SERVICES, type Service } from '../script/services.js';
import { STALE_KINDS, type StaleOrder } from '../script/stale.js';
import {
  type Fields,
  flag,
  InvalidRequest,
  integer,
  objectOf,
  oneOf,
  shaped,
  text,
} from './fields.js';
import { documentOf, rucOf, typeOf } from './filters.js';
import { seedForeign } from './foreign.js';

export function controlRoutes(authority: Authority): Router {
  const router = Router();
  addViews(router, authority);
  router.use((request, response, next) => {
    if (request.method !== 'POST' || request.is('application/json')) next();
    else response.status(415).json({ error: 'Envía JSON con Content-Type: application/json.' });
  });
  router.use(express.json());
  addOrders(router, authority);
  addResets(router, authority);
  router.use(((error, _request, response, next) => {
    if (error instanceof InvalidRequest) response.status(422).json({ error: error.message });
    else if (error instanceof SyntaxError)
      response.status(400).json({ error: 'El JSON no es válido.' });
    else next(error);
  }) satisfies express.ErrorRequestHandler);
  return router;
}

function addViews(router: Router, authority: Authority): void {
  router.get('/', (_request, response) => {
    response.json(stateOf(authority));
  });
  router.get('/ledger', listReceipts(authority));
  router.get('/certificado', (_request, response) => {
    response.type('application/x-pem-file').send(authority.certificate);
  });
  router.get('/documentos/:document', (request, response) => {
    const found = authority.registry.find(request.params.document ?? '');
    if (found) response.json(found);
    else response.status(404).json({ error: 'El simulador no tiene ese comprobante.' });
  });
}

/** What the next answers are. */
function addOrders(router: Router, authority: Authority): void {
  const { script } = authority;
  router.post('/siguiente', (request, response) => {
    script.add(orderOf(objectOf(request.body)));
    response.json(stateOf(authority));
  });
  router.post('/latencia', (request, response) => {
    const body = objectOf(request.body);
    const ms = integer(body, 'ms', 0, 600_000) ?? 0;
    script.latency = { ms, upTo: integer(body, 'hasta', 0, 600_000) ?? ms };
    response.json(stateOf(authority));
  });
  router.post('/caida', (request, response) => {
    script.down = downOf(objectOf(request.body));
    response.json(stateOf(authority));
  });
  router.post('/ajenos', seedForeign(authority));
  router.post('/rezagadas', (request, response) => {
    script.stale.add(staleOf(objectOf(request.body)));
    response.json(stateOf(authority));
  });
  router.post('/constancias', (request, response) => {
    script.showsHash = flag(objectOf(request.body), 'huella') ?? false;
    response.json(stateOf(authority));
  });
  router.post('/reloj', (request, response) => {
    script.aheadSeconds = integer(objectOf(request.body), 'segundos', -86_400, 86_400) ?? 0;
    response.json(stateOf(authority));
  });
}

/** Back to the usual answers, and to an empty authority. */
function addResets(router: Router, authority: Authority): void {
  const { script, ledger, registry } = authority;
  router.post('/normal', (_request, response) => {
    script.reset();
    response.json(stateOf(authority));
  });
  router.post('/olvidar', async (_request, response) => {
    script.reset();
    registry.clear();
    await ledger.clear();
    response.json(stateOf(authority));
  });
}

function stateOf({ script, ledger, registry, strict, schema }: Authority): object {
  return {
    siguientes: script.orders,
    latencia: script.latency,
    caida: script.down ?? null,
    reloj: script.aheadSeconds,
    constancias: { huella: script.showsHash },
    rezagadas: {
      ordenes: script.stale.orders,
      escritas: script.stale.written,
      cerradas: script.stale.closed,
    },
    estricto: strict,
    esquemas: strict && schema !== undefined,
    registrados: registry.size,
    recibidos: Object.fromEntries(ledger.counts),
    resultados: Object.fromEntries(
      Object.entries(OUTCOMES).map(([name, row]) => [name, row.description]),
    ),
    clientes: Object.fromEntries(
      Object.entries(OUTCOMES).map(([name, { client }]) => [name, clientsOf(client)]),
    ),
  };
}

/** Streams the receipts, oldest first: from number `desde` on, and of one `documento` if given. */
function listReceipts({ ledger }: Authority): RequestHandler {
  return async (request, response) => {
    await ledger.flushed();
    const since = Number(request.query.desde ?? 0);
    const document = request.query.documento;
    response.type('application/json').write('[');
    let comma = '';
    for await (const line of createInterface({ input: createReadStream(ledger.path, 'utf8') })) {
      const receipt = JSON.parse(line) as { seq: number; document: string | null };
      if (receipt.seq < since || (document !== undefined && receipt.document !== document))
        continue;
      response.write(`${comma}${line}`);
      comma = ',\n';
    }
    response.end(']\n');
  };
}

function orderOf(body: Fields): Order {
  const name = text(body, 'resultado') ?? '';
  if (!isOutcome(name))
    throw new InvalidRequest(`resultado: elige uno de ${Object.keys(OUTCOMES).join(', ')}.`);
  const service = oneOf(body, 'servicio', SERVICES);
  if (!isFor(service, name))
    throw new InvalidRequest(
      `servicio: el resultado ${name} no cambia lo que contesta ${service}; es de ` +
        `${SERVICES.filter((other) => isFor(other, name)).join(' o ')}.`,
    );
  const code = shaped(body, 'codigo', /^\d{4}$/, 'son cuatro dígitos');
  if (code !== undefined && outcome(name).registers === 'accepted')
    throw new InvalidRequest(`codigo: el resultado ${name} no lleva código.`);
  const order: Order = { outcome: name, service, times: integer(body, 'veces', 1, 1_000_000) ?? 1 };
  const seconds = integer(body, 'segundos', 0, 3_600);
  const filters = {
    document: documentOf(body)?.text,
    ruc: rucOf(body),
    type: typeOf(body),
  };
  if (code !== undefined) order.code = code;
  if (seconds !== undefined) order.seconds = seconds;
  if (filters.document !== undefined) order.document = filters.document;
  if (filters.ruc !== undefined) order.ruc = filters.ruc;
  if (filters.type !== undefined) order.type = filters.type;
  return order;
}

function downOf(body: Fields): Down {
  const down: Down = { outage: oneOf(body, 'modo', OUTAGES), services: servicesOf(body) };
  const times = integer(body, 'veces', 1, 1_000_000);
  if (times !== undefined) down.times = times;
  return down;
}

function staleOf(body: Fields): StaleOrder {
  const kind = oneOf(body, 'clase', STALE_KINDS);
  const code = shaped(body, 'codigo', /^\d{1,4}$/, 'de uno a cuatro dígitos');
  return {
    kind,
    service: oneOf(body, 'servicio', SERVICES),
    code: code ?? (kind === 'estado' ? '1' : '2800'),
    afterMs: integer(body, 'ms', 0, 60_000) ?? 1,
    times: integer(body, 'veces', 1, 1_000_000) ?? 1,
    every: integer(body, 'cada', 1, 1_000_000) ?? 1,
  };
}

function servicesOf(body: Fields): readonly Service[] {
  const given = body.servicios;
  if (given === undefined) return SERVICES;
  if (
    !Array.isArray(given) ||
    !given.every((name) => typeof name === 'string' && isService(name))
  ) {
    throw new InvalidRequest(`servicios: una lista con ${SERVICES.join(', ')}.`);
  }
  return given;
}

const isService = (name: string): name is Service => SERVICES.some((service) => service === name);
