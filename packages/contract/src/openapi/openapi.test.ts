/** The OpenAPI description has every route, status and field, and admits what the schemas admit. */
import { expect, test } from '@jest/globals';
import { price, totalsJson } from '@rafaga/fiscal';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { changed, FAULTS } from '../../testing/faults.js';
import { CONTRACT } from '../contract.js';
import { aBody } from '../examples.js';
import { parseIssue } from '../parse.js';
import { renderRecord } from '../record.js';
import { REFUSALS } from '../refusals.js';
import { objectSchema } from '../schemas/objectSchema.js';
import { requestSchemas } from './fromJoi.js';
import { openapi } from './openapi.js';
import type { Content, JsonSchema } from './types.js';

const document = openapi();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  allErrors: true,
});
formats.default(ajv);
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'api', components: { schemas: document.components.schemas } });
/** A validator of the schema, with its references resolved in the description. */
const validator = (schema: JsonSchema) =>
  ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object,
  );

const BODIES = {
  boleta: validator({ $ref: '#/components/schemas/Boleta' }),
  factura: validator({ $ref: '#/components/schemas/Factura' }),
};

const RECORD = validator({ $ref: '#/components/schemas/Comprobante' });

/** The record of a newly issued sale. */
function recordOf(body: unknown): object {
  const { sale } = parseIssue('boleta', 'k', body, { pricesIncludeTax: true });
  return renderRecord({
    id: 1,
    environment: 'beta',
    ruc: '20123456786',
    kind: 'boleta',
    series: 'B001',
    number: 1,
    sale,
    totals: totalsJson(price(sale).totals),
    warnings: null,
    reference: { key: 'k', state: 'finished' },
    fiscal: { state: 'pending', code: null, description: null, notes: null },
    evidence: null,
    cdrSignature: null,
    digest: null,
    qr: null,
    createdAt: new Date(),
    sentAt: null,
  });
}

test('the description is JSON, and every reference in it resolves', () => {
  const text = JSON.stringify(document);
  expect(JSON.parse(text)).toEqual(document);
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = (path as string)
      .split('/')
      .reduce<unknown>((place, step) => (place as Record<string, unknown>)?.[step], document);
    expect({ path, found: target !== undefined }).toEqual({ path, found: true });
  }
});

test('every route of the specification is described, for GET and HEAD alike', () => {
  const routes = ['boletas', 'facturas'].flatMap((kind) => [
    `POST /${kind}`,
    ...['', '/pdf', '/xml', '/cdr'].flatMap((file) => [
      `GET /${kind}/{id}${file}`,
      `HEAD /${kind}/{id}${file}`,
    ]),
  ]);
  expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    routes.sort(),
  );
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
    operations.length,
  );
});

test.each(operations)(
  '$method $path lists every status of the specification',
  ({ path, method, operation }) => {
    const reading = ['200', '304', '400', '401', '404', '408', '429', '431', '503'];
    const expected =
      method === 'post'
        ? ['201', '400', '401', '403', '408', '409', '413', '415', '422', '429', '431', '503']
        : reading;
    const more = path.endsWith('/pdf') ? ['422'] : [];
    expect(Object.keys(operation.responses).sort()).toEqual([...expected, ...more].sort());
    for (const answer of Object.values(operation.responses))
      for (const name of ['X-Request-Id', 'Cache-Control'])
        expect(answer.headers).toHaveProperty([name]);
  },
);

test('every code of a refusal is in the description', () => {
  const text = JSON.stringify(document.paths);
  const named = document.components.schemas.RespuestaDeError?.properties?.codigo?.enum;
  for (const { codigo } of Object.values(REFUSALS)) {
    expect(named).toContain(codigo);
    // these two belong to no operation
    if (!/^(ruta_no_encontrada|metodo_no_permitido)$/.test(codigo))
      expect(text).toContain(`"codigo":"${codigo}"`);
  }
});

const contents = operations.flatMap(({ path, method, operation }) => [
  ...Object.values(operation.requestBody?.content ?? {}).map((content) => ({
    name: `the body of ${method} ${path}`,
    content,
  })),
  ...Object.entries(operation.responses).flatMap(([status, answer]) =>
    Object.values(answer.content ?? {}).map((content) => ({
      name: `${status} of ${method} ${path}`,
      content,
    })),
  ),
]) as { name: string; content: Content }[];

test.each(contents.filter(({ content }) => content.examples))(
  'the examples of $name are valid',
  ({ content }) => {
    const validate = validator(content.schema);
    for (const { value } of Object.values(content.examples ?? {})) {
      validate(value);
      expect(validate.errors).toBeNull();
    }
  },
);

test('the examples of parameters and headers are valid', () => {
  const { parameters, headers } = document.components;
  const named = [...Object.values(parameters), ...Object.values(headers)].flatMap((part) => [
    ...Object.values('examples' in part ? (part.examples ?? {}) : {}).map(({ value }) => ({
      part,
      value,
    })),
    ...(part.schema.examples ?? []).map((value) => ({ part, value })),
  ]);
  expect(named.length).toBeGreaterThan(5);
  for (const { part, value } of named) {
    const validate = validator(part.schema);
    validate(value);
    expect({ value, errors: validate.errors }).toEqual({ value, errors: null });
  }
});

test('every field of a request has a Spanish description', () => {
  const undescribed = Object.entries(requestSchemas()).flatMap(([name, { properties }]) =>
    Object.entries(properties ?? {})
      .filter(([, field]) => !/^[A-Z¿0-9].*\.$/.test(field.description ?? ''))
      .map(([field]) => `${name}.${field}`),
  );
  expect(undescribed).toEqual([]);
});

/** Rules that JSON Schema cannot express, or expresses less precisely than the parser. */
const FINER = new RegExp(
  'cuotas son|forma de pago es|2 decimales|posterior|anterior a|(DNI|RUC) debe|con RUC|4, 6, 7$|' +
    'de control|repetid|20000|como factor|de los tres|es el del|tip_sis_isc|rango|envía [A-Z]{2,3}',
);

test.each(
  FAULTS.filter(([, , value, says]) => !FINER.test(says) && value !== 1e-11 && value !== 'QQQ'),
)('the description refuses a %s with %s %j, as the schema does', (kind, path, value) => {
  expect(BODIES[kind](changed(aBody(kind), path, value))).toBe(false);
});

test('every amount of a request says whether it includes the IGV', () => {
  const { schemas } = openapi().components;
  const rates = /^(cantidad|correlativo|porcentaje.*|factor)$/;
  const silent = Object.keys(requestSchemas()).flatMap((name) =>
    Object.entries(schemas[name]?.properties ?? {})
      .filter(([field, { type }]) => [type].flat().includes('number') && !rates.test(field))
      .filter(([, { description }]) => !/IGV/.test(description ?? ''))
      .map(([field]) => `${name}.${field}`),
  );
  expect(silent).toEqual([]);
});

test.each(['boleta', 'factura'] as const)(
  'the description of a %s has the fields of its Joi schema',
  (kind) => {
    const schema = document.components.schemas[kind === 'boleta' ? 'Boleta' : 'Factura'];
    expect(Object.keys(schema?.properties ?? {})).toEqual(
      Object.keys(CONTRACT[kind].described.keys ?? {}),
    );
    expect(schema?.required).toEqual(['serie', 'fecha_emision', 'cliente', 'items']);
  },
);

test('the description admits every sale that Joi accepts, and its record', () => {
  const validate = BODIES.boleta;
  const schema = objectSchema(CONTRACT.boleta.table);
  const blocks: Record<string, unknown> = {
    correlativo: null,
    fecha_vencimiento: null,
    cod_local: null,
    cuotas: [],
    observacion: '',
    anticipos: [
      { tipo_doc: '03', serie: 'B001', correlativo: '1', monto: 1 },
      { tipo_doc_rel: '03', nro_doc_rel: 'B001-1', total: 1.18 },
    ],
    descuentos_globales: [
      { cod_tipo: '02', monto: 0, monto_base: null, porcentaje: null, factor: 0.1 },
    ],
    detraccion: {
      cod_bien: '037',
      porcentaje: 12,
      cta_banco: '00-068',
      cod_medio_pago: null,
      monto: 1,
    },
    percepcion: { cod_reg: '51', mto: 1, mto_base: 50, mto_total: 51 },
    guias: [{ tipo_doc: '09', nro_doc: 'T001-1' }],
    leyenda: '',
    leyendas: [{ code: '2006', value: 'a' }],
    pagos: [{ metodo: 'yape', monto: 1, referencia: '', notas: '' }],
    contrato_colaboracion: { numero: '1', tipo: '2', descripcion: 'x', porcentaje: 99.99 },
    enviar_automatico: true,
    extras: { libre: [1, null] },
    mto_igv: 1e15,
    items: [
      {
        ...aBody().items[0],
        descuentos: [{ porcentaje: 10 }, { monto: 1, porcentaje: null }],
        codigo: '',
        igv: 0,
      },
    ],
  };
  for (const [field, value] of Object.entries(blocks)) {
    const body = { ...aBody(), [field]: value };
    expect(schema.validate(body, { convert: false }).error).toBeUndefined();
    validate(body);
    expect({ field, errors: validate.errors }).toEqual({ field, errors: null });
    RECORD(recordOf(body));
    expect({ field, errors: RECORD.errors }).toEqual({ field, errors: null });
  }
});

test('the record of either kind may have every value that its request may have', () => {
  const { Boleta, Factura, Comprobante } = document.components.schemas as Record<
    string,
    { properties: Record<string, JsonSchema> }
  >;
  const missing = [Boleta, Factura].flatMap((request) =>
    Object.entries(request?.properties ?? {}).flatMap(([field, { enum: values = [] }]) => {
      const shown = Comprobante?.properties[field]?.enum;
      return shown === undefined
        ? []
        : values.filter((value) => !shown.includes(value)).map((value) => `${field} ${value}`);
    }),
  );
  expect(missing).toEqual([]);
});
