/**
 * Measures three journeys through the panel in a real Chromium at a person's pace: a new business
 * up to its first accepted boleta, one stuck reference found, and many in review resumed until all
 * are accepted, without a reload.
 *
 * npm run bench -- journeys [--review 26] [--json]
 */
import { createHash, createPrivateKey, randomBytes, randomInt, X509Certificate } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { selfSigned } from '@rafaga/certificates';
import { addUser, openSession } from '@rafaga/db';
import { chromium } from 'playwright-core';
import { chromium as findChromium } from '../../packages/dev/setup/chromium.mjs';
import { startInstallation } from './tools/installation.mjs';
import { openDb } from './tools/openDb.mjs';
import { Person } from './tools/person.mjs';

const { values } = parseArgs({
  options: {
    review: { type: 'string', default: '26' },
    json: { type: 'boolean', default: false },
  },
});
const inReview = Number(values.review);
const db = openDb(process.env.DATABASE_URL, { max: 2 });
const installation = await startInstallation(process.env.DATABASE_URL);
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
const page = await signedIn();
const person = new Person(page);
const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;

/** A window of an administrator who has just signed in. */
async function signedIn() {
  const email = `${randomBytes(8).toString('hex')}@bench.pe`;
  const by = { actor: 'bench' };
  const { id } = await addUser(db, by, { email, name: 'Medida', role: 'admin' });
  const value = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(value).digest();
  const after = { passwordHash: null, totpSecret: null };
  await openSession(db, { id: hash, userId: id, stage: 'authenticated', after });
  const context = await browser.newContext({
    baseURL: installation.panelUrl,
    viewport: { width: 1280, height: 900 },
    locale: 'es-PE',
  });
  await context.addCookies([{ name: 'rafaga_panel', value, url: installation.panelUrl }]);
  return context.newPage();
}

/** As a provider delivers it: one file with an encrypted key. */
async function certificateFile(passphrase) {
  const { certificate, privateKey } = await selfSigned({ ruc, legalName: 'Tiendas Rímac S.A.C.' });
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const pem = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
  const buffer = Buffer.from(`${new X509Certificate(certificate)}${pem}`);
  return { name: 'tiendas.pem', mimeType: 'application/x-pem-file', buffer };
}

async function newBusiness() {
  const file = await certificateFile('correcta');
  await page.goto('/inicio');
  const end = person.begin();
  await person.follow('link', 'Negocios');
  await person.follow('link', 'Nuevo negocio');
  await person.type(ruc);
  await person.fill('Razón social', 'Tiendas Rímac S.A.C.');
  await person.fill('Domicilio fiscal', 'Av. Grau 123, Lima');
  await person.fill('Ubigeo', '150116');
  await person.enter();
  // the button that opens the choice of files, and the file
  person.decisions += 2;
  await person.main.getByLabel('Archivo .pfx, .p12 o .pem').setInputFiles(file);
  await person.fill('Clave del archivo', 'correcta');
  await person.enter();
  await person.type('MODDATOS');
  await person.fill('Clave SOL', 'moddatos');
  await person.enter();
  await person.check('radio', /^con IGV/);
  await person.enter();
  await person.follow('button', 'Activar negocio');
  await person.type('Caja 1');
  await person.enter();
  const [key, secret] = await Promise.all(
    ['#api-key', '#api-secret'].map((id) => page.locator(id).textContent()),
  );
  await person.follow('link', 'Ya la guardé');
  await sell({ 'X-Api-Key': key, 'X-Api-Secret': secret }, 'venta-1');
  await person.sees('El recorrido está completo');
  return { ...end(), credentials: { 'X-Api-Key': key, 'X-Api-Secret': secret } };
}

/** @returns the id of the boleta */
async function sell(credentials, reference) {
  const body = {
    serie: 'B001',
    fecha_emision: new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Lima' }).format(),
    cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Quispe' },
    items: [{ descripcion: 'Café', unidad: 'NIU', cantidad: 1, precio_unitario: 12.5 }],
  };
  const answer = await fetch(`${installation.apiUrl}/boletas`, {
    method: 'POST',
    headers: {
      ...credentials,
      'Content-Type': 'application/json',
      'Idempotency-Key': reference,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${answer.status}: ${text}`);
  return JSON.parse(text).datos.id;
}

/** Boletas whose worker crashed before it sent them: SUNAT accepts them when they are resumed. */
async function putInReview(credentials) {
  await db.pool.query(`UPDATE businesses SET paused_until = '9999-12-31' WHERE ruc = $1`, [ruc]);
  const ids = [];
  for (let sale = 0; sale < inReview; sale++)
    ids.push(await sell(credentials, `revision-${ruc}-${sale}`));
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes' WHERE document_id = ANY ($1)`,
    [ids],
  );
  await db.pool.query('UPDATE businesses SET paused_until = NULL WHERE ruc = $1', [ruc]);
}

async function stuckReference() {
  await page.goto('/sunat');
  const end = person.begin();
  await person.press('/');
  // it is pasted
  person.keys++;
  await page.keyboard.insertText(`revision-${ruc}-7`);
  await person.enter();
  await person.sees('Qué puedes hacer');
  return end();
}

async function resumed() {
  await page.goto(`/referencias?ver=detenidas&motivo=review&ruc=${ruc}`);
  const end = person.begin();
  await person.check('checkbox', 'Elegir todas las de esta página');
  await person.follow('button', 'Reanudar las elegidas');
  await person.fill('¿Por qué?', 'ya se corrigió');
  await person.follow('button', `Reanudar las ${inReview}`);
  await person.sees(`${inReview} aceptadas`);
  return end();
}

const { credentials, ...created } = await newBusiness();
await putInReview(credentials);
const journeys = [
  ['un negocio nuevo, hasta su primera boleta aceptada', 45, created],
  ['una referencia detenida, encontrada', 2, await stuckReference()],
  [`${inReview} en revisión, reanudadas y aceptadas`, 12, await resumed()],
];
await browser.close();
await installation.stop();
await db.close();

if (values.json)
  console.log(
    JSON.stringify(journeys.map(([journey, wanted, figures]) => ({ journey, wanted, ...figures }))),
  );
else {
  console.log(`${cpus()[0].model} × ${cpus().length}, Node ${process.version}`);
  for (const [journey, wanted, { keys, decisions, person: own, machine, total }] of journeys)
    console.log(
      `${journey.padEnd(50)} ${total.toFixed(1).padStart(5)} s de ${wanted} ` +
        `(${keys} teclas y ${decisions} decisiones ${own.toFixed(1)} s, la máquina ` +
        `${machine.toFixed(1)} s)`,
    );
}
