/** The business, the signer of its CDRs and the admin of the demo, made through the CLI. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJson } from '../../processes/jsonFile.mjs';
import { addressOf } from './ports.mjs';

export const SERIES = { boletas: ['B001'], facturas: ['F001'] };
const RUC = '20123456786';
const LEGAL_NAME = 'Bodega El Ejemplo S.A.C.';
const EMAIL = 'admin@ejemplo.pe';

/** With the consult credentials, of which the simulator takes any, lost answers are queried. */
const KEYS = [
  ...'--certificado-autofirmado --usuario-sol DEMOSTRA --clave-sol demo'.split(' '),
  ...'--id-consulta demo --clave-consulta demo'.split(' '),
];
const CREATE = [
  ...['negocio', 'crear', '--ruc', RUC, '--razon-social', LEGAL_NAME, '--ubigeo', '150116'],
  ...['--direccion', 'Av. Arequipa 1234, Lince, Lima', '--limite-por-minuto', '600'],
  ...['--activar', ...KEYS],
];
/** With the certificate of the simulator the CDRs are verified. */
const SIGNER = [
  ...['firmante', 'agregar', '--autoridad', 'simulador'],
  ...['--fuente', 'el simulador de npm start'],
];
const INVITE = `usuario invitar --correo ${EMAIL} --rol admin --nombre Demostración`.split(' ');
/**
 * A busy machine answers the form with 503, and whether the password is set is unknown then:
 * another invitation replaces the earlier one in either case.
 */
const ATTEMPTS = 5;
const RETRY_MS = 1000;

const FOUND = `
  select state, array(select rtrim(code) from series where business_id = b.id) as series,
    array(select api_key from credentials where business_id = b.id and revoked_at is null) as keys
  from businesses b where ruc = $1`;
const ADMIN =
  'select from users where email = $1 and password_hash is not null and disabled_at is null';

/** What demo.json contained in the last run: it holds the only copy of the API secret. */
const lastDemo = (home) => readJson(path.join(home, 'demo.last.json')) ?? {};

/**
 * Makes what is missing; a second start finds it all.
 * @param database a connected client
 * @param rafaga runs a command of the CLI
 * @param {Promise<unknown>} up settles when the simulator has made its certificate
 * @returns as demo.json describes it
 */
export async function demoBusiness(home, database, rafaga, up) {
  const find = async () => (await database.query(FOUND, [RUC])).rows[0];
  const found = await find();
  if (!found) await rafaga(...CREATE);
  // a killed start may have left it without its keys
  if (found?.state === 'draft') {
    await rafaga('negocio', 'cambiar', '--ruc', RUC, ...KEYS);
    await rafaga('negocio', 'activar', '--ruc', RUC);
  }
  const { series, keys } = await find();
  for (const code of Object.values(SERIES).flat())
    if (!series.includes(code)) await rafaga('serie', 'agregar', '--ruc', RUC, '--serie', code);
  const known = lastDemo(home).business;
  if (keys.includes(known?.api_key)) return known;
  await up;
  await rafaga(...SIGNER, path.join(home, 'simulator', 'firmante.pem'));
  const create = ['credencial', 'crear', '--ruc', RUC, '--nombre', credentialName()];
  const { api_key, api_secret } = JSON.parse(await rafaga(...create, '--json'));
  return { ruc: RUC, razon_social: LEGAL_NAME, api_key, api_secret, series: SERIES };
}

/** Another one where the secret of an earlier one is lost. */
const credentialName = () => `demostración ${randomBytes(2).toString('hex')}`;

/**
 * Makes the admin of the panel, if it is missing, with a password set by the invitation's link.
 * @param {Promise<unknown>} up settles when the panel answers
 * @returns e-mail and password, made for this home alone
 */
export async function demoAdmin(home, database, rafaga, up) {
  const { panel } = lastDemo(home);
  const { rowCount } = await database.query(ADMIN, [EMAIL]);
  if (rowCount > 0 && panel?.password) return panel;
  const password = randomBytes(18).toString('base64url');
  await up;
  let status;
  for (let attempt = 1; status !== 303; attempt++) {
    if (attempt > ATTEMPTS) throw new Error(`el panel no aceptó la invitación: ${status}`);
    if (attempt > 1) await sleep(RETRY_MS);
    status = await setPassword((await rafaga(...INVITE)).trim(), password);
  }
  return { email: EMAIL, password };
}

/**
 * Sets the password on the page of an invitation.
 * @returns the status of the panel's answer: 303 when the password is set
 */
async function setPassword(link, password) {
  const form = await ask(link);
  const cookie = form.headers['set-cookie']?.[0].split(';')[0] ?? '';
  const [, token = ''] = /name="ficha" value="([^"]+)"/.exec(await text(form)) ?? [];
  const body = new URLSearchParams({ ficha: token, clave: password, repetida: password });
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return (await ask(link, { method: 'POST', headers }, String(body))).resume().statusCode;
}

/**
 * Asks the panel itself: the link may name a proxy that is not there yet. `fetch` sends no other
 * Host, without which the panel refuses it.
 * @param {import('node:http').RequestOptions} [options]
 * @returns {Promise<import('node:http').IncomingMessage>}
 */
function ask(link, options = {}, body = '') {
  const { host, pathname } = new URL(link);
  const headers = { host, ...options.headers };
  return new Promise((resolve, reject) => {
    const asked = request(new URL(pathname, addressOf('PANEL')), { ...options, headers }, resolve);
    asked.once('error', reject).end(body);
  });
}
