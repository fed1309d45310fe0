/** Checks an answer against the rules for every answer and against the OpenAPI description. */
import { expect } from '@jest/globals';
import { openapi } from '@rafaga/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Call, Reply } from './httpClient.js';

/** Read at the first answer: most files that start an environment call no API. */
let read: ReturnType<typeof readDescription> | undefined;
const description = () => (read ??= readDescription());

/**
 * The description admits further fields in answers; here a field that it does not name is a fault.
 */
function readDescription() {
  const api = closed(openapi());
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', ...api });
  const templates = Object.keys(api.paths).map((template) => ({
    template,
    pattern: new RegExp(`^/v1${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return { api, ajv, templates };
}

function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, closed(value as unknown)]),
  );
  // a condition of a request, as one of two fields, has no type
  const isAnswer = copy.type === 'object' && !('additionalProperties' in copy) && copy.properties;
  return (isAnswer ? { ...copy, additionalProperties: false } : copy) as Part;
}

/** Answers that any path may give. */
const ANYWHERE = [404, 405];
/** Also the answer for a path that cannot be decoded, as `/v1/boletas/%ff`. */
const NO_ROUTE = 'ruta_no_encontrada';
/** What a caller follows from a 201 to the record of its document. */
const LOCATION = /^\/v1\/(boletas|facturas)\/[1-9]\d*$/;
/** Statuses of calls that were authenticated and counted. */
const COUNTED = [200, 201, 304, 400, 403, 409, 413, 415, 422];
/** Headers that every answer has. */
const ALWAYS = { 'x-request-id': /^[A-Za-z0-9._-]{8,64}$/, 'x-content-type-options': /^nosniff$/ };
/** Headers that would reveal the software of the server. */
const NEVER = ['x-powered-by', 'server'];

export function conforms(call: Call, reply: Reply): void {
  for (const [name, pattern] of Object.entries(ALWAYS))
    expect(reply.headers[name]).toMatch(pattern);
  for (const name of NEVER) expect(reply.headers[name]).toBeUndefined();
  // health checks answer in a form of their own
  if (reply.status >= 400 && !/^\/(healthz|readyz)$/.test(call.path)) isError(call, reply);
  isDescribed(call, reply);
}

function isError({ method }: Call, reply: Reply): void {
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  if (method === 'HEAD') expect(reply.bytes.length).toBe(0);
  else
    expect(reply.json).toMatchObject({
      estado: 'error',
      solicitud_id: reply.headers['x-request-id'],
    });
}

function isDescribed({ method = 'GET', path }: Call, reply: Reply): void {
  const { api, templates } = description();
  const known = templates.find(({ pattern }) => pattern.test(path.split('?')[0] as string));
  const operation = known && api.paths[known.template]?.[method.toLowerCase() as 'get'];
  if (!known || !operation) return;
  const described = operation.responses[reply.status];
  if (!described && ANYWHERE.includes(reply.status)) return;
  expect({
    method,
    path: known.template,
    status: reply.status,
    described: described !== undefined,
  }).toMatchObject({ described: true });
  if (COUNTED.includes(reply.status))
    for (const name of ['ratelimit', 'ratelimit-policy'])
      expect(reply.headers[name]).toMatch(/^"minuto";/);
  if (reply.status === 201) expect(reply.headers.location).toMatch(LOCATION);
  const type = reply.headers['content-type']?.split(';')[0] ?? '';
  if (reply.bytes.length === 0) return;
  if (reply.status >= 400 && reply.json.codigo !== NO_ROUTE)
    expect(Object.keys(described?.content?.['application/json']?.examples ?? {})).toContain(
      reply.json.codigo,
    );
  expect(Object.keys(described?.content ?? {})).toContain(type);
  if (type === 'application/json')
    isValid(
      pointer('paths', known.template, method.toLowerCase(), 'responses', String(reply.status)),
      reply,
    );
}

function isValid(place: string, reply: Reply): void {
  const validate = compiled(`${place}${pointer('content', 'application/json', 'schema')}`);
  const valid = validate(reply.json);
  expect({ body: reply.text, faults: valid ? [] : validate.errors }).toMatchObject({ faults: [] });
}

const known = new Map<string, ValidateFunction>();
function compiled(place: string): ValidateFunction {
  const validate = known.get(place) ?? description().ajv.compile({ $ref: `api#${place}` });
  known.set(place, validate);
  return validate;
}

/** The steps of a JSON pointer, encoded for a URI. */
const pointer = (...steps: string[]): string =>
  steps
    .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
