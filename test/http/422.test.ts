/**
 * Every fault of a sale is reported at once under the key of its field, and a refused sale uses
 * neither a number nor its reference.
 */
import { expect, test } from '@jest/globals';
import { addSeries, setExchangeRate, updateBusiness } from '@rafaga/db';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, BY } from '../support/business.js';
import { aBoleta, anItem, aReference, type Body, TODAY } from '../support/saleBody.js';
import { settle } from '../support/settle.js';

const fixture = apiWithTenant();

const keys = async (change: Body, reference?: string): Promise<string[]> => {
  const reply = await fixture.api.boleta(fixture.tenant.credentials, change, reference);
  expect(reply.status).toBe(422);
  const errores = reply.json.errores ?? {};
  for (const messages of Object.values(errores))
    expect(messages.every((message) => typeof message === 'string' && message.length > 5)).toBe(
      true,
    );
  return Object.keys(errores).sort();
};

test('faults of the header and of the body are reported together, each under its key', async () => {
  const items = [anItem({ cantidad: 0 }), anItem({ precio_unitario: '1' }), anItem({ nada: 1 })];
  const cliente = { tipo_doc: '6', num_doc: '2012345678', razon_social: 'X S.A.C.' };
  expect(await keys({ serie: 'F001', items, cliente, observación: 'x' }, 'no/')).toEqual(
    [
      'Idempotency-Key',
      'cliente.num_doc',
      'items.0.cantidad',
      'items.1.precio_unitario',
      'items.2.nada',
      'observación',
      'serie',
    ].sort(),
  );
});

test('the messages for a short RUC and for a quantity of zero say what is expected', async () => {
  const reply = await fixture.api.boleta(fixture.tenant.credentials, {
    cliente: { tipo_doc: '6', num_doc: '2012345678', razon_social: 'X S.A.C.' },
    items: [anItem({ cantidad: 0 })],
  });
  expect(reply.json.errores).toMatchObject({
    'cliente.num_doc': [expect.stringMatching(/exactamente 11 dígitos/)],
    'items.0.cantidad': [expect.stringMatching(/número mayor que cero/)],
  });
});

test('the limit of S/ 700 is judged at the exchange rate of the day', async () => {
  const { api, tenant } = fixture;
  const sale = {
    tipo_moneda: 'EUR',
    items: [anItem({ cantidad: 1, precio_unitario: 175.01 })],
    cliente: { tipo_doc: '0', num_doc: '99', razon_social: 'CLIENTES VARIOS' },
  };
  // an earlier run on the same database may have left one
  await api.db.pool.query("DELETE FROM exchange_rates WHERE currency = 'EUR'");
  const announced = await api.boleta(tenant.credentials, sale);
  expect(announced.json.datos.advertencias).toMatchObject([{ codigo: 'limite_en_soles' }]);
  await setExchangeRate(api.db, BY, { currency: 'EUR', day: TODAY, soles: '4' });
  const refused = await api.boleta(tenant.credentials, sale);
  expect(refused.json.errores).toEqual({
    'cliente.tipo_doc': [expect.stringMatching(/EUR 175\.01 son S\/ 700\.04 al cambio de 4\.$/)],
  });
  const items = [anItem({ cantidad: 1, precio_unitario: 175 })];
  const issued = await api.boleta(tenant.credentials, { ...sale, items });
  expect([issued.status, issued.json.datos.advertencias]).toEqual([201, undefined]);
});

test('a missing reference is a fault of the header', async () => {
  const { api, tenant } = fixture;
  const reply = await api.post('/v1/boletas', tenant.credentials, aBoleta());
  expect(Object.keys(reply.json.errores ?? {})).toEqual(['Idempotency-Key']);
});

test.each(['', '-venta', '.venta', 'venta 1', 'venta/1', 'ventañ', 'v'.repeat(129), 'a, b'])(
  '«%s» is not a valid reference',
  async (reference) => {
    expect(await keys({}, reference)).toEqual(['Idempotency-Key']);
  },
);

test.each(['v', '0', 'V'.repeat(128), 'a.b_c:d-e'])('«%s» is accepted', async (reference) => {
  const tenant = await aBusiness(fixture.api.db);
  expect((await fixture.api.boleta(tenant.credentials, {}, reference)).status).toBe(201);
});

test('an unknown series and a closed series are faults of the field serie', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, { series: ['B001', 'B002', 'F001'] });
  await api.db.pool.query(
    `UPDATE series SET active = false WHERE business_id = $1 AND code = 'B002'`,
    [tenant.id],
  );
  for (const serie of ['B002', 'B999']) {
    const reply = await api.boleta(tenant.credentials, { serie });
    expect([reply.status, reply.json.errores]).toEqual([
      422,
      { serie: [expect.stringMatching(`^La serie ${serie} .*activas, como B001\\.$`)] },
    ]);
  }
  expect((await api.boleta(tenant.credentials)).status).toBe(201);
});

test('faults of tax rules and of the series are reported together', async () => {
  expect(await keys({ serie: 'B777', fecha_emision: '2020-01-01' })).toEqual([
    'fecha_emision',
    'serie',
  ]);
});

test('a future date is refused', async () => {
  expect(await keys({ fecha_emision: '2099-01-01' })).toEqual(['fecha_emision']);
});

test('a code outside its catalogue is reported together with faults of formats', async () => {
  const change = {
    tipo_operacion: '9999',
    anticipos: [{ tipo_doc: '01', serie: 'B001', correlativo: '1', monto: 1 }],
    descuentos_globales: [{ cod_tipo: '98', monto: 1 }],
    detraccion: { cod_bien: '098', porcentaje: 12, cta_banco: '1', monto: 1, cod_medio_pago: '7' },
    leyendas: [{ code: '9999', value: 'x' }],
    items: [anItem({ cantidad: -1, tip_afe_igv: '99' })],
  };
  const expected = [
    'anticipos.0.tipo_doc',
    'descuentos_globales.0.cod_tipo',
    'detraccion.cod_bien',
    'detraccion.cod_medio_pago',
    'items.0.cantidad',
    'items.0.tip_afe_igv',
    'leyendas.0.code',
    'tipo_operacion',
  ];
  expect(await keys(change)).toEqual(expected);
  const { json } = await fixture.api.boleta(fixture.tenant.credentials, change);
  for (const key of expected) expect(json.errores?.[key]).toHaveLength(1);
  expect(json.errores?.['detraccion.cod_bien']).toEqual([
    expect.stringMatching(/uno de estos valores: .*037.*«098»/),
  ]);
});

test('an ISC above the price is one fault, with what it may be', async () => {
  const { api, tenant } = fixture;
  const items = [anItem({ precio_unitario: 10, cantidad: 1, tip_sis_isc: '02', isc: 10 })];
  const { json } = await api.boleta(tenant.credentials, { items });
  expect(json.errores).toEqual({
    'items.0.isc': [
      'El ISC (10.00) deja la línea sin valor: debe ser menor que su importe sin IGV, 8.47.',
    ],
  });
});

test.each<[string, Body, string, RegExp]>([
  [
    'a rate and another amount',
    { porcentaje: 10, monto: 50 },
    'monto',
    /10 % de 59\.00 sin IGV es 5\.90/,
  ],
  ['a factor and another amount', { factor: 0.1, monto: 50 }, 'factor', /enviado es 50\.00/],
  ['a base with IGV', { factor: 0.1, monto_base: 69.62, monto: 6.96 }, 'monto_base', /con IGV.*59/],
  ['a rate up to 1', { porcentaje: 0.1, monto: 30 }, 'porcentaje', /corrige uno de los dos/],
])('a contradictory discount is refused: %s', async (_name, parts, field, says) => {
  const { api } = fixture;
  const net = await aBusiness(api.db, { pricesIncludeTax: false });
  const discount = { cod_tipo: '02', ...parts };
  const { json } = await api.boleta(net.credentials, {
    items: [anItem()],
    descuentos_globales: [discount],
  });
  expect(json.errores?.[`descuentos_globales.0.${field}`]).toEqual([expect.stringMatching(says)]);
  const line = parts.porcentaje === 0.1 ? [] : [{ ...parts, cod_tipo: '00' }];
  const inLine = await api.boleta(net.credentials, { items: [anItem({ descuentos: line })] });
  expect(inLine.json.errores?.[`items.0.descuentos.0.${field}`]).toEqual(
    line.length > 0 ? [expect.stringMatching(says)] : undefined,
  );
});

test('instalments that leave a part unpaid are told how to state what was paid', async () => {
  const { api, tenant } = fixture;
  const cuotas = [{ monto: 50, fecha_pago: '2099-01-01' }];
  const change = { forma_pago: 'Credito', cuotas };
  const { json } = await api.factura(tenant.credentials, change);
  expect(json.errores?.cuotas).toEqual([expect.stringMatching(/Faltan 18\.90.*en pagos/)]);
  const pagos = [{ metodo: 'yape', monto: 18.9 }];
  expect((await api.factura(tenant.credentials, { ...change, pagos })).status).toBe(201);
});

test('a used number is a fault of correlativo, and the reference stays free', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  expect((await api.boleta(tenant.credentials, { correlativo: 7 })).status).toBe(201);
  const reference = aReference();
  const taken = await api.boleta(tenant.credentials, { correlativo: 7 }, reference);
  expect([taken.status, Object.keys(taken.json.errores ?? {})]).toEqual([422, ['correlativo']]);
  expect(
    (await api.boleta(tenant.credentials, { correlativo: 9 }, reference)).json.datos
      .numero_completo,
  ).toBe('B001-9');
});

test('a number too far ahead of its series is a fault of correlativo and uses none', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  const reference = aReference();
  const far = await api.boleta(tenant.credentials, { correlativo: 99_999_999 }, reference);
  expect([far.status, far.json.errores]).toEqual([
    422,
    { correlativo: [expect.stringMatching(/más de 10000 .*dos personas/)] },
  ]);
  expect((await api.boleta(tenant.credentials, {}, reference)).json.datos.numero_completo).toBe(
    'B001-1',
  );
});

test('a series that was used in a test needs a first number for production', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  const { datos } = (await api.boleta(tenant.credentials)).json;
  expect(datos).toMatchObject({ numero_completo: 'B001-1', entorno: 'simulado' });
  await api.db.pool.query('DELETE FROM emissions WHERE business_id = $1', [tenant.id]);
  await updateBusiness(api.db, BY, tenant.id, { authority: 'production' });
  await api.changed(tenant.id);
  const refused = await api.boleta(tenant.credentials);
  expect([refused.status, refused.json.errores]).toEqual([
    422,
    { serie: [expect.stringContaining('otro ambiente')] },
  ]);
  await addSeries(api.db, BY, tenant.id, 'B001');
  await api.changed(tenant.id);
  const first = (await api.boleta(tenant.credentials)).json.datos;
  expect(first).toMatchObject({ numero_completo: 'B001-1', entorno: 'produccion' });
  const entorno = async (id: number) =>
    (await api.get(`/v1/boletas/${id}`, tenant.credentials)).json.datos.entorno;
  expect([await entorno(datos.id), await entorno(first.id)]).toEqual(['simulado', 'produccion']);
});

test('a series that has given its last number is refused', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  await api.db.pool.query('UPDATE series SET last_number = 99999998 WHERE business_id = $1', [
    tenant.id,
  ]);
  expect((await api.boleta(tenant.credentials)).json.datos.numero_completo).toBe('B001-99999999');
  const reply = await api.boleta(tenant.credentials);
  expect([reply.status, Object.keys(reply.json.errores ?? {})]).toEqual([422, ['serie']]);
});

test('a refusal uses up neither the reference nor a number', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  const reference = aReference();
  for (const change of [{ items: [] }, { fecha_emision: '2020-01-01' }, { serie: 'B777' }])
    expect((await api.boleta(tenant.credentials, change, reference)).status).toBe(422);
  expect((await api.boleta(tenant.credentials, {}, reference)).json.datos.numero_completo).toBe(
    'B001-1',
  );
});

test('a 422 on a known reference does not change the stored sale', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const first = await api.boleta(tenant.credentials, {}, reference);
  expect((await api.boleta(tenant.credentials, { items: [] }, reference)).status).toBe(422);
  expect((await api.boleta(tenant.credentials, {}, reference)).text).toBe(first.text);
});

test('exonerated lines are refused unless the business may issue them', async () => {
  const { api, tenant } = fixture;
  const items = [anItem({ tip_afe_igv: '20', porcentaje_igv: 0 })];
  const refused = await api.boleta(tenant.credentials, { items });
  expect([refused.status, Object.keys(refused.json.errores ?? {})]).toEqual([
    422,
    ['items.0.tip_afe_igv'],
  ]);
  const other = await aBusiness(api.db, { exonerationAllowed: true });
  expect((await api.boleta(other.credentials, { items })).status).toBe(201);
});

test('prices include tax or not, as the business is configured', async () => {
  const { api } = fixture;
  const items = [anItem({ cantidad: 1, precio_unitario: 100 })];
  const net = await aBusiness(api.db, { pricesIncludeTax: false });
  expect((await api.boleta(net.credentials, { items })).json.datos.totales).toMatchObject({
    mto_imp_venta: 118,
  });
  expect(
    (await api.boleta(fixture.tenant.credentials, { items })).json.datos.totales,
  ).toMatchObject({
    mto_imp_venta: 100,
  });
});

test.each(['a3', '', 'A4', 'ticket', 'a4,a5', 'a4&format=a4', 'a4%00', '__proto__'])(
  '«%s» is not a valid format',
  async (format) => {
    const { api, tenant } = fixture;
    const reply = await api.get(`/v1/boletas/1/pdf?format=${format}`, tenant.credentials);
    expect([reply.status, Object.keys(reply.json.errores ?? {})]).toEqual([422, ['format']]);
  },
);

test('other query parameters, and a format for other files, are ignored', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  expect((await api.get(`/v1/boletas/${id}/xml?format=a3`, tenant.credentials)).status).toBe(200);
  expect((await api.get(`/v1/boletas/${id}?nada=1`, tenant.credentials)).status).toBe(200);
});

const hostile: [string, string][] = [
  ['__proto__', '{"__proto__":{"a":1},'],
  ['constructor', '{"constructor":{"prototype":{}},'],
  ['toString', '{"toString":1,'],
  ['company', '{"company":{},'],
  ['ruc', '{"ruc":"20123456786",'],
  ['empresa_id', '{"empresa_id":1,'],
];
test.each(hostile)('%s is refused as an unknown field', async (key, start) => {
  const { api, tenant } = fixture;
  const body = JSON.stringify(aBoleta()).replace('{', start);
  const reply = await api.post(
    '/v1/boletas',
    { ...tenant.credentials, 'Idempotency-Key': aReference() },
    body,
  );
  expect([reply.status, Object.keys(reply.json.errores ?? {})]).toEqual([422, [key]]);
});

test('characters that XML forbids are faults of their field', async () => {
  const { api, tenant } = fixture;
  for (const bad of ['\\u0000', '\\u0008', '\\u001b', '\\ud800', '\\udc00', '\\ufffe', '\\uffff']) {
    const body = JSON.stringify(aBoleta()).replace('María', `Mar${bad}ía`);
    const reply = await api.post(
      '/v1/boletas',
      { ...tenant.credentials, 'Idempotency-Key': aReference() },
      body,
    );
    expect([reply.status, Object.keys(reply.json.errores ?? {})]).toEqual([
      422,
      ['cliente.razon_social'],
    ]);
  }
});

test('extras that are nested too deep are refused', async () => {
  const { api, tenant } = fixture;
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const body = JSON.stringify(aBoleta()).replace('{', `{"extras":{"a":${deep}},`);
  const reply = await api.post(
    '/v1/boletas',
    { ...tenant.credentials, 'Idempotency-Key': aReference() },
    body,
  );
  expect(reply.status).toBe(422);
});

test('501 lines are too many', async () => {
  expect(await keys({ items: Array.from({ length: 501 }, () => anItem()) })).toEqual(['items']);
});
