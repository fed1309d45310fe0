/** /control: tells the simulator what to answer next, and shows what it received. JSON only, so that no web page can use it unasked. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import express, { type RequestHandler, Router } from 'express';
import type { Authority } from '../authority.js';
import { clientsOf, isOutcome, OUTCOMES, outcome } from '../script/outcomes.js';
import { type Order, OUTAGES, type Outage, SERVICES, type Service } from '../script/script.js';

/** A request that cannot be followed; its message is for the caller. */
class Wrong extends Error {}

export function controlRoutes(authority: Authority): Router {
  const { script, ledger, registry } = authority;
  const router = Router();
  router.get('/', (_request, response) => {
    response.json(stateOf(authority));
  });
  router.get('/ledger', listReceipts(authority));
  router.get('/documentos/:document', (request, response) => {
    const found = registry.find(request.params.document ?? '');
    if (found) response.json(found);
    else response.status(404).json({ error: 'El simulador no tiene ese comprobante.' });
  });
  router.use((request, response, next) => {
    if (request.method !== 'POST' || request.is('application/json')) next();
    else response.status(415).json({ error: 'Envía JSON con Content-Type: application/json.' });
  });
  router.use(express.json());
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
    const body = objectOf(request.body);
    script.down = { outage: outageOf(body), services: servicesOf(body) };
    response.json(stateOf(authority));
  });
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
  router.use(((error, _request, response, next) => {
    if (error instanceof Wrong) response.status(422).json({ error: error.message });
    else if (error instanceof SyntaxError) response.status(400).json({ error: 'El JSON no es válido.' });
    else next(error);
  }) satisfies express.ErrorRequestHandler);
  return router;
}

function stateOf({ script, ledger, registry, strict, schema }: Authority): object {
  return {
    siguientes: script.orders,
    latencia: script.latency,
    caida: script.down ?? null,
    estricto: strict,
    esquemas: schema !== undefined,
    registrados: registry.size,
    recibidos: Object.fromEntries(ledger.counts),
    resultados: Object.fromEntries(Object.entries(OUTCOMES).map(([name, row]) => [name, row.says])),
    clientes: Object.fromEntries(Object.entries(OUTCOMES).map(([name, { client }]) => [name, clientsOf(client)])),
  };
}

/** Every receipt, oldest first; ?desde=N leaves out those before it, ?documento=… all but one document's. */
function listReceipts({ ledger }: Authority): RequestHandler {
  return async (request, response) => {
    await ledger.settled();
    const since = Number(request.query.desde ?? 0);
    const document = request.query.documento;
    response.type('application/json').write('[');
    let comma = '';
    for await (const line of createInterface({ input: createReadStream(ledger.path, 'utf8') })) {
      const receipt = JSON.parse(line) as { seq: number; document: string | null };
      if (receipt.seq < since || (document !== undefined && receipt.document !== document)) continue;
      response.write(`${comma}${line}`);
      comma = ',\n';
    }
    response.end(']\n');
  };
}

function orderOf(body: Record<string, unknown>): Order {
  const name = text(body, 'resultado') ?? '';
  if (!isOutcome(name)) throw new Wrong(`resultado: elige uno de ${Object.keys(OUTCOMES).join(', ')}.`);
  const service = text(body, 'servicio') ?? 'envio';
  if (!isService(service)) throw new Wrong(`servicio: elige uno de ${SERVICES.join(', ')}.`);
  const code = text(body, 'codigo');
  if (code !== undefined && !/^\d{4}$/.test(code)) throw new Wrong('codigo: son cuatro dígitos.');
  if (code !== undefined && outcome(name).registers === 'accepted') throw new Wrong(`codigo: el resultado ${name} no lleva código.`);
  const order: Order = { outcome: name, service, times: integer(body, 'veces', 1, 1_000_000) ?? 1 };
  const seconds = integer(body, 'segundos', 0, 3_600);
  const filters = { document: text(body, 'documento'), ruc: text(body, 'ruc'), type: text(body, 'tipo') };
  if (code !== undefined) order.code = code;
  if (seconds !== undefined) order.seconds = seconds;
  if (filters.document !== undefined) order.document = filters.document;
  if (filters.ruc !== undefined) order.ruc = filters.ruc;
  if (filters.type !== undefined) order.type = filters.type;
  return order;
}

function outageOf(body: Record<string, unknown>): Outage {
  const name = text(body, 'modo') ?? 'corte';
  const found = OUTAGES.find((outage) => outage === name);
  if (!found) throw new Wrong(`modo: elige uno de ${OUTAGES.join(', ')}.`);
  return found;
}

function servicesOf(body: Record<string, unknown>): readonly Service[] {
  const given = body.servicios;
  if (given === undefined) return SERVICES;
  if (!Array.isArray(given) || !given.every((name) => typeof name === 'string' && isService(name))) {
    throw new Wrong(`servicios: una lista con ${SERVICES.join(', ')}.`);
  }
  return given;
}

const isService = (name: string): name is Service => SERVICES.some((service) => service === name);

function objectOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Wrong('El cuerpo debe ser un objeto JSON.');
  return body as Record<string, unknown>;
}

function text(body: Record<string, unknown>, key: string): string | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Wrong(`${key}: debe ser texto.`);
  return value;
}

function integer(body: Record<string, unknown>, key: string, least: number, most: number): number | undefined {
  const value = body[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new Wrong(`${key}: un entero de ${least} a ${most}.`);
  }
  return value;
}
