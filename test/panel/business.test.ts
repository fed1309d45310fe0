/** The setup of a business: the wizard of five steps, and every page of its settings. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  changeDesign,
  currentDesign,
  findAccess,
  findBusiness,
  listAudit,
  listSeries,
  pauseBusiness,
  updateBusiness,
} from '@rafaga/db';
import { DEFAULT_COLOR } from '@rafaga/pdf';
import { PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import { aPfx } from '../support/pfx.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let admin: Browser;
beforeAll(async () => {
  panel = await startTestPanel();
  admin = await panel.as('admin');
});
afterAll(() => panel.stop());

const aRuc = () => `20${String(randomInt(1e9)).padStart(9, '0')}`;
const DATA = {
  razon_social: 'Tiendas Rímac S.A.C.',
  nombre_comercial: '',
  direccion: 'Av. Grau 123, Lima',
  ubigeo: '150101',
};

async function aBusiness(): Promise<string> {
  const ruc = aRuc();
  await admin.open('/negocios/nuevo');
  await admin.submit({ ruc, ...DATA });
  return ruc;
}

const pfx = async (ruc: string, password: string) => new Blob([await aPfx(ruc, password)]);

test('the wizard leads to credentials, also after a wrong certificate password', async () => {
  const ruc = aRuc();
  await admin.open('/negocios/nuevo');
  await admin.submit({ ruc, ...DATA });
  expect([admin.status, admin.path]).toEqual([
    200,
    `/negocios/${ruc}/certificado?asistente=1&hecho=creado`,
  ]);
  await bringCertificate(ruc);
  await connect(ruc);
  await choosePrices(ruc);
  await activateUnrehearsed(ruc);
  await createCredential(ruc);

  const business = await findBusiness(panel.db, ruc);
  const acts = (await listAudit(panel.db, { scope: business?.id ?? 0 })).map(
    ({ action }) => action,
  );
  expect(acts).toEqual([
    ...[
      'credential.add',
      'business.active',
      'business.rehearse',
      'series.add',
      'series.add',
      'business.update',
      'access.put',
      'certificate.put',
      'business.create',
    ],
  ]);
});

async function bringCertificate(ruc: string): Promise<void> {
  await admin.submit(
    { archivo: await pfx(ruc, 'correcta'), clave: 'incorrecta' },
    { action: 'certificado?' },
  );
  expect([admin.status, admin.title]).toEqual([422, expect.stringMatching(/^Error: /)]);
  expect(admin.text).toContain('La clave no abre el archivo.');
  // the file need not be chosen again
  await admin.submit({ clave: 'correcta' }, { action: 'certificado?' });
  expect(admin.path).toBe(`/negocios/${ruc}/conexion?asistente=1&hecho=certificado`);
}

async function connect(ruc: string): Promise<void> {
  await admin.submit({ ambiente: 'simulator', usuario: `${ruc}MODDATOS`, clave: 'moddatos' });
  // there is no simulator at the panel's address
  expect(admin.path).toBe(`/negocios/${ruc}/series?asistente=1&hecho=acceso_sin_probar`);
  expect(admin.text).toContain('No se pudo probar');
}

async function choosePrices(ruc: string): Promise<void> {
  await admin.submit({}, { action: '/primeras' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('Elige si los precios llegan con IGV o sin IGV.'),
  ]);
  await admin.submit({ precios: 'sin' }, { action: '/primeras' });
  expect(admin.path).toBe(`/negocios/${ruc}/activar?asistente=1&hecho=emision_guardada`);
  expect(admin.text).toContain('no falta nada para activarlo');
  expect(await findBusiness(panel.db, ruc)).toMatchObject({
    pricesIncludeTax: false,
    boletas: true,
    facturas: true,
  });
}

async function activateUnrehearsed(ruc: string): Promise<void> {
  await admin.submit({}, { action: '/activar' });
  expect(admin.text).toContain('Todavía no se activó: el ensayo espera a un procesador.');
  expect((await findBusiness(panel.db, ruc))?.state).toBe('draft');
  await admin.submit({ motivo: '' }, { action: 'sin_ensayo=1' });
  expect([admin.status, admin.text]).toEqual([422, expect.stringContaining('Di por qué')]);
  await admin.submit({ motivo: 'aquí no hay simulador' }, { action: 'sin_ensayo=1' });
  expect(admin.path).toBe(`/negocios/${ruc}/credenciales?asistente=1&hecho=activado`);
  const scope = (await findBusiness(panel.db, ruc))?.id ?? 0;
  const [skipped] = await listAudit(panel.db, { scope, action: 'business.active' });
  expect(skipped?.reason).toBe('Sin ensayo: aquí no hay simulador');
}

/** Its secret is shown once. */
async function createCredential(ruc: string): Promise<void> {
  await admin.submit({ nombre: 'Caja POS' });
  const [, secret = ''] = /X-Api-Secret ?(rs_[0-9A-Za-z]{49})/.exec(admin.text) ?? [];
  expect(secret).not.toBe('');
  await admin.open(`/negocios/${ruc}/credenciales`);
  expect(admin.text).toContain('Caja POS');
  expect(admin.html).not.toContain(secret);
  await admin.submit({ nombre: 'Caja POS' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('Ya hay una credencial activa con ese nombre.'),
  ]);
}

test('a step reports all its faults at once and keeps what was typed', async () => {
  await admin.open('/negocios/nuevo');
  await admin.submit({
    ruc: '30123456789',
    razon_social: 'A',
    nombre_comercial: 'Mi tienda',
    direccion: '',
    ubigeo: '15',
  });
  expect(admin.status).toBe(422);
  expect(admin.text).toContain('Hay 4 problemas');
  expect(admin.html).toContain('value="Mi tienda"');
  expect(admin.links).toEqual(
    expect.arrayContaining(['#ruc', '#razon_social', '#direccion', '#ubigeo']),
  );
});

test.each(['\u0085', '\u2028', '\u2029'])(
  'a name of a business, a credential or a user with the line end %j is refused',
  async (end) => {
    const ruc = await aBusiness();
    await panel.db.prisma.business.update({ where: { ruc }, data: { state: 'active' } });
    const forms: [page: string, form: Record<string, string>, field: string][] = [
      ['/negocios/nuevo', { ruc: aRuc(), ...DATA, razon_social: `Bodega${end}1` }, '#razon_social'],
      [`/negocios/${ruc}/credenciales`, { nombre: `Caja${end}1` }, '#nombre'],
      ['/usuarios', { correo: 'ana@bodega.pe', nombre: `Ana${end}1`, rol: 'support' }, '#nombre'],
    ];
    for (const [page, form, field] of forms) {
      await admin.open(page);
      await admin.submit(form);
      expect([page, admin.status, admin.links]).toEqual([
        page,
        422,
        expect.arrayContaining([field]),
      ]);
    }
  },
);

test("another company's certificate is refused", async () => {
  const ruc = await aBusiness();
  await admin.submit(
    { archivo: await pfx('20999999991', 'x'), clave: 'x' },
    { action: 'certificado?' },
  );
  expect(admin.text).toContain('El certificado es de otro RUC (20999999991).');
  await admin.open(`/negocios/${ruc}`);
  expect(admin.text).toContain('Falta el certificado');
});

test('an incomplete business is not activated', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/series`);
  const token = /name="ficha" value="([^"]+)"/.exec(admin.html)?.[1] ?? '';
  await admin.open(`/negocios/${ruc}/activar`, {
    method: 'POST',
    body: new URLSearchParams({ ficha: token }),
  });
  expect([admin.status, admin.text]).toEqual([
    409,
    expect.stringContaining('Falta el certificado'),
  ]);
  expect((await findBusiness(panel.db, ruc))?.state).toBe('draft');
});

test('series of one click activate no business before its prices are chosen', async () => {
  const ruc = await aBusiness();
  await admin.submit({ archivo: await pfx(ruc, 'x'), clave: 'x' }, { action: 'certificado?' });
  await admin.submit({ ambiente: 'simulator', usuario: 'MODDATOS', clave: 'moddatos' });
  await admin.open(`/negocios/${ruc}/series`);
  await admin.submit({}, { action: '/series' });
  await admin.open(`/negocios/${ruc}/activar`);
  expect(admin.text).toContain('falta Precios con IGV o sin IGV: falta elegir');
  expect(admin.html).not.toContain(`action="/negocios/${ruc}/activar`);
  // which only the provider does
  const owner = await panel.as('business', (await findBusiness(panel.db, ruc))?.id);
  for (const page of ['', '/activar']) {
    await owner.open(`/negocios/${ruc}${page}`);
    expect(owner.text).toContain('Falta elegir si los precios llegan con IGV o sin IGV');
    expect(owner.links).not.toContain(`/negocios/${ruc}/series?asistente=1`);
  }
  // saving other settings does not choose
  await admin.open(`/negocios/${ruc}/ajustes`);
  await admin.submit({ limite: '600' });
  expect([admin.status, admin.links]).toEqual([422, expect.arrayContaining(['#precios'])]);
  await admin.open(`/negocios/${ruc}`);
  await admin.open(admin.links.find((link) => link.endsWith('/series?asistente=1')) ?? '');
  await admin.submit({ precios: 'con' }, { action: '/primeras' });
  expect(admin.text).toContain('no falta nada para activarlo');
  expect(admin.text).toContain('listo Precios con IGV');
});

test('the form of prices and first series undoes nothing that was changed meanwhile', async () => {
  const ruc = await aBusiness();
  const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  await admin.open(`/negocios/${ruc}/series?asistente=1`);
  const set = { pricesIncludeTax: false, exonerationAllowed: true };
  await updateBusiness(panel.db, { actor: 'test' }, id, set);
  await admin.submit({ precios: 'con' }, { action: '/primeras' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('Otra persona cambió estos datos'),
  ]);
  expect(await findBusiness(panel.db, ruc)).toMatchObject(set);
  // who saves it again has seen that
  await admin.submit({}, { action: '/primeras' });
  expect(await findBusiness(panel.db, ruc)).toMatchObject({ pricesIncludeTax: true });
});

test('after a fault of another form, prices and first series are shown as stored', async () => {
  const ruc = await aBusiness();
  const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  const set = { pricesIncludeTax: false, exonerationAllowed: true, boletas: true, facturas: true };
  await updateBusiness(panel.db, { actor: 'test' }, id, set);
  const page = `/negocios/${ruc}/series?asistente=1`;
  await admin.open(page);
  const [, ficha = ''] = /name="ficha" value="([^"]+)"/.exec(admin.html) ?? [];
  const again = {
    method: 'POST',
    body: new URLSearchParams({ ficha, series: 'B001', siguiente: '1' }),
  };
  await admin.open(page, again);
  await admin.open(page, again);
  expect([admin.status, admin.text]).toEqual([422, expect.stringContaining('B001 ya existe')]);
  await admin.submit({}, { action: '/primeras' });
  expect(admin.path).toContain('hecho=emision_guardada');
  expect(await findBusiness(panel.db, ruc)).toMatchObject(set);
});

test('two users move a series to a higher number, never to a lower one', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/series`);
  await admin.submit({ series: 'B001', siguiente: '50' }, { action: '/series' });
  await admin.open(`/negocios/${ruc}/series`);
  await admin.submit(
    { codigo: 'B001', numero: '20', motivo: 'otro sistema' },
    { action: '/siguiente' },
  );
  expect(admin.text).toContain('ya pasó del número 20: el siguiente es 50 o más.');
  await admin.submit(
    { codigo: '', numero: '48080', motivo: 'x'.repeat(1_001) },
    { action: '/siguiente' },
  );
  expect(admin.text).toMatch(/Escribe la serie, como B001.*Di por qué, de 5 a 1,000 caracteres/);
  expect(admin.hides('numero')).toBe(false);
  await admin.submit(
    { codigo: 'B001', numero: '48080', motivo: 'otro sistema' },
    { action: '/siguiente' },
  );
  const business = await findBusiness(panel.db, ruc);
  const last = async () =>
    (await listSeries(panel.db, business?.id ?? 0)).map(({ lastNumber }) => lastNumber);
  expect(await last()).toEqual([49]);
  expect(admin.text).toContain(
    'Que la serie B001 siga en el 48080: espera la aprobación de otra persona',
  );
  await admin.submit(
    { codigo: 'B001', numero: '48090', motivo: 'otro sistema' },
    { action: '/siguiente' },
  );
  expect([admin.status, admin.text]).toEqual([
    409,
    expect.stringContaining('Ya hay una propuesta'),
  ]);
  const operator = await panel.as('operator');
  await operator.open(`/negocios/${ruc}/series`);
  await operator.submit({}, { action: '/aprobar' });
  expect(operator.path).toBe(`/negocios/${ruc}/series?hecho=serie_movida`);
  expect(await last()).toEqual([48079]);
});

test('settings are stored, and the audit holds the old ones', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/ajustes`);
  await admin.submit({
    precios: 'sin',
    exonerado: 'si',
    facturas: null,
    limite: '600',
    prueba: 'si',
  });
  expect(await findBusiness(panel.db, ruc)).toMatchObject({
    pricesIncludeTax: false,
    exonerationAllowed: true,
    boletas: true,
    facturas: false,
    ratePerMinute: 600,
    test: true,
  });
  const [latest] = await listAudit(panel.db, {
    scope: (await findBusiness(panel.db, ruc))?.id ?? 0,
  });
  expect([latest?.before, latest?.after]).toMatchObject([
    { ratePerMinute: 60 },
    { ratePerMinute: 600 },
  ]);
});

test('who may not create a credential is told who may', async () => {
  const ruc = await aBusiness();
  await panel.db.prisma.business.update({ where: { ruc }, data: { state: 'active' } });
  const operator = await panel.as('operator');
  await operator.open(`/negocios/${ruc}/credenciales`);
  expect(operator.text).toContain('La crea un administrador, o un usuario del negocio.');
  expect(operator.text).not.toContain('Crea la primera abajo');
  await admin.open(`/negocios/${ruc}/credenciales`);
  expect(admin.text).toContain('Crea la primera abajo.');
});

test('a credential is revoked by typing its name', async () => {
  const ruc = await aBusiness();
  await panel.db.prisma.business.update({ where: { ruc }, data: { state: 'active' } });
  await admin.open(`/negocios/${ruc}/credenciales`);
  await admin.submit({ nombre: 'Caja 2' });
  await admin.open(`/negocios/${ruc}/credenciales`);
  await admin.open(admin.links.find((link) => link.endsWith('/revocar')) ?? '');
  await admin.submit({ nombre: 'Caja 1' });
  expect(admin.status).toBe(422);
  await admin.submit({ nombre: 'Caja 2' });
  expect(admin.text).toContain('revocada');
  expect(admin.text).not.toContain('De las revocadas');
  await panel.db.pool.query(
    `INSERT INTO credentials (business_id, name, api_key, secret_hash, revoked_at)
      SELECT id, 'Antigua ' || number, 'rk_' || ruc || '_' || number,
        decode(repeat('00', 32), 'hex'), '2020-01-01'
      FROM businesses, generate_series(1, 100) AS number WHERE ruc = $1`,
    [ruc],
  );
  await admin.open(`/negocios/${ruc}/credenciales`);
  expect(admin.text).toContain('De las revocadas se ven las 100 últimas');
  expect(admin.text.match(/rk_/g)).toHaveLength(100);
});

test('a design is drawn as the form holds it, and stored when it is saved', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/pdf`);
  expect(admin.headers.get('content-security-policy')).toContain("frame-src 'self'");
  expect(admin.html).toContain(`value="${DEFAULT_COLOR}"`);
  await admin.submit({
    color: '#aa0000',
    pie: 'Gracias',
    barras: 'si',
    largo: '800',
    adjuntos: 'si',
    papeles: ['a4', 'ticket-80'],
    papel: 'ticket-80',
  });
  expect(admin.path).toContain('hecho=guardado');
  expect(admin.html).toContain('Gracias');
  const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  const stored = { barcode: true, ticketLength: 800, archive: true, footer: 'Gracias' };
  expect(await currentDesign(panel.db, id)).toMatchObject(stored);
  await admin.submit({ largo: 'corto' });
  expect(admin.text).toContain('Milímetros, de 300 a 4900.');
  expect(await currentDesign(panel.db, id)).toMatchObject(stored);
  const sample = await admin.fetch(`/negocios/${ruc}/pdf/muestra?papel=ticket-58`);
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await admin.submit({ logo: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']) });
  expect(admin.text).toContain('El logo debe ser un archivo PNG o JPEG completo.');
});

test('outside the simulator boletas need Consulta Integrada, or a policy without', async () => {
  const ruc = await aBusiness();
  await admin.submit({ archivo: await pfx(ruc, 'x'), clave: 'x' }, { action: 'certificado?' });
  await admin.submit({ ambiente: 'simulator', usuario: 'MODDATOS', clave: 'moddatos' });
  await admin.submit({ precios: 'con' }, { action: '/primeras' });
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({ ambiente: 'beta' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('o elige qué hacer sin ellas'),
  ]);
  expect((await findBusiness(panel.db, ruc))?.authority).toBe('simulator');
  // without a chosen policy the business cannot be activated either
  await updateBusiness(panel.db, { actor: 'test' }, (await findBusiness(panel.db, ruc))?.id ?? 0, {
    authority: 'beta',
  });
  await admin.open(`/negocios/${ruc}/activar`);
  expect(admin.text).toContain('Faltan las credenciales de Consulta Integrada');
  expect(admin.html).not.toContain(`action="/negocios/${ruc}/activar"`);
  await admin.open(`/negocios/${ruc}/conexion`);
  expect(admin.text).toMatch(/revisar ?Si SUNAT solo dice.*presumir ?Si SUNAT solo dice/);
  await admin.submit({ politica: 'presumir' });
  expect(await findBusiness(panel.db, ruc)).toMatchObject({
    unprovenPolicy: 'presume',
    unprovenChosenAt: expect.any(Date),
  });
  const [latest] = await listAudit(panel.db, {
    scope: (await findBusiness(panel.db, ruc))?.id ?? 0,
  });
  expect(latest).toMatchObject({
    action: 'business.update',
    before: { unprovenPolicy: 'review' },
    after: { unprovenPolicy: 'presume' },
  });
  await admin.open(`/negocios/${ruc}/activar`);
  await admin.submit({ motivo: 'la beta no responde' }, { action: 'sin_ensayo=1' });
  expect(admin.path).toContain('hecho=activado');
});

test('Consulta Integrada is added to a stored SOL user and survives its new password', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({ ambiente: 'simulator', usuario: 'MODDATOS', clave: 'moddatos' });
  const { id } = (await findBusiness(panel.db, ruc)) ?? { id: 0 };
  const before = await findAccess(panel.db, id);
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({ consulta_id: 'un-id' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('Escribe la clave que va con el id'),
  ]);
  await admin.submit({ consulta_id: 'un-id', consulta_clave: 'una-clave' });
  const after = await findAccess(panel.db, id);
  expect(after).toMatchObject({
    ...before,
    consultId: expect.any(Buffer),
    consultSecret: expect.any(Buffer),
  });
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({ usuario: 'MODDATOS', clave: 'otra' });
  expect(await findAccess(panel.db, id)).toMatchObject({
    consultId: after?.consultId,
    consultSecret: after?.consultSecret,
  });
});

test('a new SOL password ends the pause at once; blank fields try and change nothing', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({ ambiente: 'simulator', usuario: 'MODDATOS', clave: 'vieja' });
  const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  await pauseBusiness(panel.db, id, { reason: '0102: clave SOL' });
  await admin.open(`/negocios/${ruc}/conexion`);
  expect(admin.text).toContain('envío en pausa 0102: clave SOL');
  await admin.open(`/negocios/${ruc}`);
  expect(admin.text).toMatch(
    /La pausa termina a las .*, pero solo se envía cuando haya un procesador/,
  );
  expect(admin.text).toContain('Corrige el usuario y la clave SOL secundarios');
  await panel.db.prisma.business.update({ where: { id }, data: { state: 'active' } });
  await admin.open(`/negocios/${ruc}`);
  // a person may hold it for longer than that pause
  expect(admin.html).toContain(`/negocios/${ruc}/pausar"`);
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({});
  expect(admin.text).toContain('No escribiste nada nuevo: lo guardado sigue igual');
  expect(admin.text).toContain('envío en pausa');
  await admin.submit({ usuario: 'MODDATOS', clave: 'nueva' });
  expect(admin.text).not.toContain('envío en pausa');
});

test('a district is found by its name; one that several share is chosen among them', async () => {
  const ruc = aRuc();
  await admin.open('/negocios/nuevo');
  await admin.submit({ ruc, ...DATA, ubigeo: 'Miraflores' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('Hay 4 distritos con ese nombre: elige uno abajo.'),
  ]);
  expect(admin.text).toContain('Miraflores, Arequipa, Arequipa (040110)');
  await admin.submit({ distrito: '040110' });
  expect((await findBusiness(panel.db, ruc))?.ubigeo).toBe('040110');
  await admin.open(`/negocios/${ruc}/datos`);
  expect(admin.html).toContain('value="Miraflores, Arequipa, Arequipa (040110)"');
  await admin.submit({ ubigeo: 'lince' });
  expect((await findBusiness(panel.db, ruc))?.ubigeo).toBe('150116');
  await admin.open(`/negocios/${ruc}/datos`);
  await admin.submit({ ubigeo: 'Linze' });
  expect(admin.text).toContain('No hay un distrito «Linze»');
});

test('what could not be tried at SUNAT is told with its reason until it is tried', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({
    ambiente: 'simulator',
    usuario: 'MODDATOS',
    clave: 'moddatos',
    consulta_id: 'un-id',
    consulta_clave: 'una-clave',
  });
  expect(admin.path).toContain('hecho=acceso_sin_probar');
  expect(admin.text).toMatch(
    /sin probar Usuario SOL: no se pudo probar el .*: el simulador no respondió: la conexión/,
  );
  expect(admin.text).toMatch(/sin probar Consulta Integrada: no se pudo probar/);
  expect(admin.html).not.toContain('note good');
  // the name of no notice, but of every object
  await admin.open(`/negocios/${ruc}/conexion?hecho=constructor`);
  expect(admin.html).not.toContain('note good');
});

test('the RUC of a draft is corrected, and a draft is deleted after a confirmation', async () => {
  const [ruc, taken, other] = [await aBusiness(), await aBusiness(), aRuc()];
  const { id } = (await findBusiness(panel.db, ruc)) ?? { id: 0 };
  await admin.open(`/negocios/${ruc}/ruc`);
  await admin.submit({ ruc: taken });
  expect(admin.text).toContain('Ya hay un negocio con ese RUC.');
  await admin.submit({ ruc: other });
  expect(admin.path).toBe(`/negocios/${other}/datos?hecho=ruc_corregido`);
  await admin.open(`/negocios/${other}/certificado`);
  await admin.submit({ archivo: await pfx(other, 'x'), clave: 'x' }, { action: 'certificado' });
  await admin.open(`/negocios/${other}/series`);
  await admin.submit({}, { action: '/series' });
  await admin.open(`/negocios/${other}/pdf`);
  await admin.submit({ pie: 'Gracias por su compra' }, { action: '/pdf' });
  await admin.submit({ pie: 'Vuelva pronto' }, { action: '/pdf' });
  await admin.open(`/negocios/${other}/borrar`);
  expect(admin.text).toContain('No se puede deshacer');
  await admin.submit({});
  expect([admin.path, await findBusiness(panel.db, other)]).toEqual([
    '/negocios?hecho=borrador_borrado',
    null,
  ]);
  expect(await panel.db.prisma.design.count({ where: { businessId: id } })).toBe(0);
  const acts = (await listAudit(panel.db, { scope: id })).map(({ action }) => action);
  expect(acts.slice(0, 1)).toEqual(['business.delete']);
  expect(acts).toContain('business.ruc');
});

test('a business that was active keeps its RUC and is not deleted', async () => {
  const ruc = await aBusiness();
  const setState = (state: 'active' | 'draft') =>
    panel.db.prisma.business.update({ where: { ruc }, data: { state } });
  for (const [action, values] of [
    ['borrar', {}],
    ['ruc', { ruc: aRuc() }],
  ] as const) {
    const refused = [409, expect.stringContaining('Ya no es un borrador')];
    await setState('draft');
    await admin.open(`/negocios/${ruc}/${action}`);
    await setState('active');
    await admin.submit(values);
    expect([admin.status, admin.text]).toEqual(refused);
    await admin.open(`/negocios/${ruc}/${action}`);
    expect([admin.status, admin.text]).toEqual(refused);
  }
});

test('a draft with users of its own stays, also when they are disabled', async () => {
  const ruc = await aBusiness();
  const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  const { id: userId } = await panel.person('business', id);
  await panel.db.prisma.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  await admin.open(`/negocios/${ruc}/borrar`);
  await admin.submit({});
  expect([admin.status, admin.text]).toEqual([
    409,
    expect.stringContaining('Tiene usuarios propios, aunque estén desactivados'),
  ]);
});

test('a heavy logo is explained and costs no text', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/pdf`);
  const photo = new File([new Uint8Array(10_000_000)], 'foto.jpg', { type: 'image/jpeg' });
  await admin.submit({ pie: 'Gracias por su compra', logo: photo }, { action: '/pdf' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('El logo pesa 9.5 MB; el máximo es 256 KB.'),
  ]);
  expect(admin.text).toContain('Gracias por su compra');
  const token = /name="ficha" value="([^"]+)"/.exec(admin.html)?.[1] ?? '';
  const body = new FormData();
  body.append('ficha', token);
  body.append('logo', photo);
  const shown = await admin.fetch(`/negocios/${ruc}/pdf/vista`, { method: 'POST', body });
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(await shown.text()).toContain('El logo pesa 9.5 MB');
});

test('a frame whose session has ended says so within the frame', async () => {
  const ruc = await aBusiness();
  const address = `/negocios/${ruc}/pdf/vista?papel=a4`;
  const headers = { 'Sec-Fetch-Dest': 'iframe' };
  const shown = await panel.visitor().fetch(address, { headers });
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(await shown.text()).toContain('Recarga la página para seguir.');
});

test('a form that was drawn in a frame after its session is kept when it is saved', async () => {
  const ruc = await aBusiness();
  const { id, email } = await panel.person('admin');
  const browser = await panel.visitor().open('/ingresar');
  await browser.submit({ correo: email, clave: PASSWORD });
  await browser.open(`/negocios/${ruc}/pdf`);
  const [, ficha = ''] = /name="ficha" value="([^"]+)"/.exec(browser.html) ?? [];
  const ended = `UPDATE sessions SET seen_at = now() - interval '1 hour' WHERE user_id = $1`;
  await panel.db.pool.query(ended, [id]);
  const kept = () => panel.db.prisma.temporaryValue.count({ where: { userId: id } });
  const drawn = await browser.fetch(`/negocios/${ruc}/pdf/vista`, {
    method: 'POST',
    body: new URLSearchParams({ ficha, pie: 'Gracias' }),
    headers: { 'Sec-Fetch-Dest': 'iframe' },
  });
  expect(await drawn.text()).toContain('Pulsa Guardar para seguir');
  expect(await kept()).toBe(0);
  await browser.submit({ pie: 'Gracias' }, { action: '/pdf' });
  expect(await kept()).toBe(1);
  await browser.submit({ correo: email, clave: PASSWORD });
  expect(browser.text).toContain('Gracias');
});

test('a frame that cannot be drawn says that nothing has changed', async () => {
  const ruc = await aBusiness();
  const { id = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  const { version: _version, ...design } = await currentDesign(panel.db, id);
  await changeDesign(panel.db, { actor: 'test' }, id, { ...design, logo: Buffer.from('no PNG') });
  const drawn = await admin.fetch(`/negocios/${ruc}/pdf/vista?papel=a4`, {
    headers: { 'Sec-Fetch-Dest': 'iframe' },
  });
  expect(await drawn.text()).toContain('y nada cambió');
});

test('after a wrong password another certificate file can be chosen', async () => {
  const ruc = await aBusiness();
  const wrong = new File([await aPfx('20999999991', 'x')], 'otro.pfx');
  await admin.submit({ archivo: wrong, clave: 'no' }, { action: 'certificado?' });
  expect(admin.text).toContain('El archivo ya llegó (otro.pfx)');
  await admin.submit({ archivo: await pfx(ruc, 'y'), clave: 'y' }, { action: 'certificado?' });
  expect(admin.path).toBe(`/negocios/${ruc}/conexion?asistente=1&hecho=certificado`);
});

test('one person begins no series near its end', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/series`);
  await admin.submit({ series: 'B001', siguiente: '99999999' }, { action: '/series' });
  expect([admin.status, admin.text]).toEqual([
    422,
    expect.stringContaining('lo aprueba otra persona'),
  ]);
});

test('a series without a number left is shown so, and is to be replaced', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/series`);
  await admin.submit({}, { action: '/series' });
  const exhaust = (code: string) =>
    panel.db.pool.query(
      `UPDATE series SET last_number = 99999999 WHERE code = $2
        AND business_id = (SELECT id FROM businesses WHERE ruc = $1)`,
      [ruc, code],
    );
  await exhaust('B001');
  await admin.open(`/negocios/${ruc}/series`);
  expect(admin.text).toMatch(/B001.{0,3}boletas.{0,3}ninguno.{0,5}agotada/);
  await admin.open(`/negocios/${ruc}`);
  expect(admin.text).toContain('La serie B001 llegó a su último número: agrega otra y ciérrala.');
  expect(admin.text).toContain('B001 (agotada), F001 (sigue 1)');
  await admin.open(`/negocios/${ruc}/series/B001/cerrar`);
  expect(admin.text).toContain('Lo emitido hasta B001-99999999 queda');
  expect(admin.text).not.toContain('Se puede abrir otra vez');
  await admin.open(`/negocios/${ruc}/activar`);
  expect(admin.text).toMatch(/listo.{0,3}Series B001 \(agotada\)/);
  await exhaust('F001');
  await admin.open(`/negocios/${ruc}/activar`);
  expect(admin.text).toMatch(/falta.{0,3}Series B001 \(agotada\)/);
});

test.each([
  ['datos', 'razon_social', 'Primera S.A.C.', 'direccion', 'Av. Dos 222'],
  ['ajustes', 'limite', '90', 'salto', '500'],
  ['pdf', 'contacto', 'Central 611-1111', 'pie', 'Gracias'],
])('on %s, two users who save at a time undo nothing in silence', async (page, ...fields) => {
  const [first, one, second, two] = fields as [string, string, string, string];
  const ruc = await aBusiness();
  const other = await panel.as('operator');
  for (const each of [admin, other]) await each.open(`/negocios/${ruc}/${page}`);
  const prices = page === 'ajustes' ? { precios: 'con' } : {};
  await other.submit({ [first]: one, ...prices });
  expect(other.text).toContain('Guardado.');
  const stored = async () => {
    const found = await findBusiness(panel.db, ruc);
    const { contact, footer } = await currentDesign(panel.db, found?.id ?? 0);
    return [found?.legalName, String(found?.ratePerMinute), contact, footer];
  };
  const saved = await stored();
  await admin.submit({ [second]: two, ...prices });
  expect(admin.text).toContain('Otra persona cambió estos datos');
  expect(await stored()).toEqual(saved);
  expect(saved).toContain(one);
  // the same form, sent twice, asks for what is stored
  await other.submit({ [first]: one, ...prices });
  expect(other.text).toContain(page === 'pdf' ? 'No cambiaste nada' : 'Guardado.');
  // what is saved again is meant
  await admin.submit({});
  expect(admin.text).not.toContain('Otra persona cambió');
});

test('a new SOL password does not move the business back to the environment before', async () => {
  const ruc = await aBusiness();
  await admin.open(`/negocios/${ruc}/conexion`);
  await admin.submit({ ambiente: 'simulator', usuario: 'MODDATOS', clave: 'vieja' });
  const other = await panel.as('admin');
  for (const each of [admin, other]) await each.open(`/negocios/${ruc}/conexion`);
  await other.submit({ ambiente: 'beta', politica: 'revisar' });
  await admin.submit({ usuario: 'MODDATOS', clave: 'nueva' });
  expect(admin.text).toContain('Otra persona cambió estos datos');
  expect((await findBusiness(panel.db, ruc))?.authority).toBe('beta');
});
