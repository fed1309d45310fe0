/** POST /control/ajenos: registers documents of another system under our numbers. */
import type { RequestHandler } from 'express';
import type { Authority } from '../authority.js';
import { type DocumentName, documentName } from '../documents/name.js';
import { type ForeignFacts, foreignRegistration } from '../ledger/foreign.js';
import type { Registration } from '../ledger/registry.js';
import { record } from '../soap/receipt.js';
import { type Fields, InvalidRequest, integer, objectOf, oneOf, shaped, text } from './fields.js';
import { documentOf, rucOf, typeOf } from './filters.js';

const MOST = 10_000;
const LAST_NUMBER = 99_999_999;
const VERDICTS = {
  aceptado: 'accepted',
  observado: 'observed',
  rechazado: 'rejected',
} as const;

/** Answers with the registered names, and with those that had a registration already. */
export const seedForeign =
  (authority: Authority): RequestHandler =>
  async (request, response) => {
    const { registry } = authority;
    const body = objectOf(request.body);
    const names = namesOf(body, (series) => registry.lastOf(series));
    const facts = factsOf(body);
    const free = names.filter(({ text }) => !registry.find(text));
    await Promise.all(
      free.map(async (name) => {
        const registration = foreignRegistration(name, facts);
        registry.register(registration);
        await record(authority, foreignReceipt(registration));
      }),
    );
    const taken = names.filter((name) => !free.includes(name));
    const textsOf = (some: DocumentName[]) => some.map(({ text }) => text);
    response.json({ registrados: textsOf(free), ocupados: textsOf(taken) });
  };

/**
 * The name `documento`, or `veces` names of a series: from number `desde` or the next free one, in
 * steps of `cada`.
 */
function namesOf(body: Fields, lastOf: (series: string) => number): DocumentName[] {
  const name = documentOf(body);
  if (name) return [name];
  const ruc = required('ruc', rucOf(body));
  const type = required('tipo', typeOf(body));
  const series = required(
    'serie',
    shaped(body, 'serie', /^[A-Z0-9]{4}$/, 'son cuatro letras o dígitos'),
  );
  const first = integer(body, 'desde', 1, LAST_NUMBER) ?? lastOf(`${ruc}-${type}-${series}-`) + 1;
  const step = integer(body, 'cada', 1, MOST) ?? 1;
  const count = integer(body, 'veces', 1, MOST) ?? 1;
  return Array.from({ length: count }, (_, index) =>
    documentName(ruc, type, series, first + index * step),
  );
}

function required(key: string, value: string | undefined): string {
  if (value === undefined) throw new InvalidRequest(`${key}: hace falta, o bien documento.`);
  return value;
}

function factsOf(body: Fields): Partial<ForeignFacts> {
  const word = oneOf(body, 'resultado', ['aceptado', 'observado', 'rechazado']);
  const registeredAt = text(body, 'registrado');
  if (registeredAt !== undefined && Number.isNaN(Date.parse(registeredAt)))
    throw new InvalidRequest('registrado: una fecha y hora ISO 8601.');
  const given = {
    clientType: text(body, 'tipo_cliente'),
    client: text(body, 'cliente'),
    issueDate: shaped(body, 'fecha', /^\d{4}-\d{2}-\d{2}$/, 'AAAA-MM-DD'),
    total: shaped(body, 'total', /^\d+(\.\d{1,2})?$/, 'un importe en texto, como 118.00'),
    currency: shaped(body, 'moneda', /^[A-Z]{3}$/, 'tres letras'),
    documentHash: text(body, 'huella'),
    code: shaped(body, 'codigo', /^\d{4}$/, 'son cuatro dígitos'),
    registeredAt,
  };
  return { ...defined(given), verdict: VERDICTS[word] };
}

const defined = (given: object): Partial<ForeignFacts> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

const foreignReceipt = (registration: Registration) =>
  ({
    service: 'otro-sistema',
    document: registration.document,
    sha256: registration.sha256,
    digest: registration.documentHash ?? null,
    outcome: 'ajeno',
    code: registration.code,
    registered: true,
    by: 'command',
    registration,
  }) as const;
