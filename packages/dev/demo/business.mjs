/** The demo's business, with its series, certificate and credentials, made through the CLI. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lastDemo } from './demoFile.mjs';
import { rafaga } from './rafaga.mjs';

export const SERIES = { boletas: ['B001'], facturas: ['F001'] };
const RUC = '20123456786';
const LEGAL_NAME = 'Bodega El Ejemplo S.A.C.';

const OF = ['--ruc', RUC];
/** With the consult credentials, of which the simulator takes any, lost answers are queried. */
const CREATE = [
  ...['negocio', 'crear', ...OF, '--razon-social', LEGAL_NAME, '--ubigeo', '150116'],
  ...['--direccion', 'Av. Arequipa 1234, Lince, Lima', '--limite-por-minuto', '600'],
  ...'--activar --certificado-autofirmado --usuario-sol DEMOSTRA --clave-sol demo'.split(' '),
  ...'--id-consulta demo --clave-consulta demo'.split(' '),
];
const NEW_CREDENTIAL = ['credencial', 'crear', ...OF, '--nombre', 'demostración'];

const FIND = `
  select array(select rtrim(code) from series where business_id = b.id) as series,
    array(select api_key from credentials where business_id = b.id and revoked_at is null) as keys
  from businesses b where ruc = $1`;

/**
 * Makes what is missing; a second start finds it all.
 * @param database a connected client
 * @returns as demo.json describes it
 */
export async function demoBusiness(home, database) {
  const { rows } = await database.query(FIND, [RUC]);
  const { series, keys } = rows[0] ?? { series: [], keys: [] };
  const known = lastDemo(home)?.business;
  const isKnown = keys.includes(known?.api_key);
  const missing = Object.values(SERIES)
    .flat()
    .filter((code) => !series.includes(code));
  const made = await rafaga([
    ...(rows.length > 0 ? [] : [CREATE]),
    ...missing.map((code) => ['serie', 'agregar', ...OF, '--serie', code]),
    ...(isKnown ? [] : [NEW_CREDENTIAL]),
  ]);
  const { api_key, api_secret } = isKnown ? known : made.at(-1);
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
  if (rowCount === 0) await rafaga([['firmante', 'agregar', file, ...from]]);
}
