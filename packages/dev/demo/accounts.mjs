/** The business, the signer of CDRs and the admin of the demo, made through the CLI. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { roleEnv } from '../../migrate/privileges/roles.mjs';
import { run } from '../processes/run.mjs';
import { root } from '../settings/places.mjs';
import { lastDemo } from './demoFile.mjs';

export const SERIES = { boletas: ['B001'], facturas: ['F001'] };
const RUC = '20123456786';
const LEGAL_NAME = 'Bodega El Ejemplo S.A.C.';

/** With the consult credentials, of which the simulator takes any, lost answers are queried. */
const CREATE = [
  ...['negocio', 'crear', '--ruc', RUC, '--razon-social', LEGAL_NAME, '--ubigeo', '150116'],
  ...['--direccion', 'Av. Arequipa 1234, Lince, Lima', '--limite-por-minuto', '600'],
  ...'--activar --certificado-autofirmado --usuario-sol DEMOSTRA --clave-sol demo'.split(' '),
  ...'--id-consulta demo --clave-consulta demo'.split(' '),
];

const FIND = `
  select array(select rtrim(code) from series where business_id = b.id) as series,
    array(select api_key from credentials where business_id = b.id and revoked_at is null) as keys
  from businesses b where ruc = $1`;

/** Runs a command of the CLI, as an operator would type it. @returns what it printed, as JSON */
async function rafaga(...words) {
  const cli = path.join(root, 'apps', 'cli', 'dist', 'main.js');
  const options = { env: roleEnv('cli') };
  return JSON.parse((await run(process.execPath, [cli, ...words, '--json'], options)).stdout);
}

/**
 * Makes what is missing; a second start finds it all.
 * @param database a connected client
 * @returns as demo.json describes it
 */
export async function demoBusiness(home, database) {
  const find = async () => (await database.query(FIND, [RUC])).rows[0];
  if (!(await find())) await rafaga(...CREATE);
  const { series, keys } = await find();
  for (const code of Object.values(SERIES).flat())
    if (!series.includes(code)) await rafaga('serie', 'agregar', '--ruc', RUC, '--serie', code);
  const known = lastDemo(home).business;
  const { api_key, api_secret } = keys.includes(known?.api_key)
    ? known
    : await rafaga('credencial', 'crear', '--ruc', RUC, '--nombre', 'demostración');
  return { ruc: RUC, razon_social: LEGAL_NAME, api_key, api_secret, series: SERIES };
}

/**
 * Registers the simulator's certificate, once, so that the CDRs of the demo are verified; the
 * simulator has made it by the time it listens.
 */
export async function demoSigner(home, database) {
  const file = path.join(home, 'simulator', 'firmante.pem');
  const { fingerprint256 } = new X509Certificate(readFileSync(file));
  const { rowCount } = await database.query(
    "select from cdr_signers where authority = 'simulator' and fingerprint = $1",
    [fingerprint256.replaceAll(':', '').toLowerCase()],
  );
  const from = ['--autoridad', 'simulador', '--fuente', 'el simulador de npm start'];
  if (rowCount === 0) await rafaga('firmante', 'agregar', file, ...from);
}

const EMAIL = 'admin@ejemplo.pe';
const INVITE = `usuario invitar --correo ${EMAIL} --rol admin --nombre Demostración`.split(' ');
const KNOWN =
  'select from users where email = $1 and password_hash is not null and disabled_at is null';

/**
 * Makes the admin of the panel, if it is missing, with a password set by the invitation's link.
 * @param database a connected client
 * @param {Promise<unknown>} up settles when the panel answers
 * @returns e-mail and password, made for this home alone
 */
export async function demoAdmin(home, database, up) {
  const known = lastDemo(home).panel;
  const { rowCount } = await database.query(KNOWN, [EMAIL]);
  if (rowCount > 0 && known?.email === EMAIL && known.password) return known;
  const { enlace } = await rafaga(...INVITE);
  await up;
  const password = randomBytes(18).toString('base64url');
  await accept(enlace, password);
  return { email: EMAIL, password };
}

/** Opens the invitation's link and sets a password in its form. */
async function accept(link, password) {
  const form = await fetch(link);
  const cookie = form.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [, token = ''] = /name="ficha" value="([^"]+)"/.exec(await form.text()) ?? [];
  const body = new URLSearchParams({ ficha: token, clave: password, repetida: password });
  const options = { method: 'POST', body, headers: { cookie } };
  const { status } = await fetch(link, { ...options, redirect: 'manual' });
  if (status !== 303) throw new Error(`el panel no aceptó la invitación: ${status}`);
}
