/**
 * A business to try with, made by orders to our own CLI as an operator would: its series, a
 * certificate, access to the authority, credentials.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../settings/writeWhole.mjs';
import { lastDemo } from './demoFile.mjs';
import { rafaga } from './rafaga.mjs';

export const DEMO = {
  ruc: '20123456786',
  razon_social: 'Bodega El Ejemplo S.A.C.',
  series: { boletas: ['B001'], facturas: ['F001'] },
};

const CREATE = [
  'negocio',
  'crear',
  '--ruc',
  DEMO.ruc,
  '--razon-social',
  DEMO.razon_social,
  '--activar',
  '--certificado-autofirmado',
];
const ADDRESS = ['--direccion', 'Av. Arequipa 1234, Lince, Lima', '--ubigeo', '150116'];
const ACCESS = ['--usuario-sol', 'DEMOSTRA', '--clave-sol', 'demostracion'];
/**
 * With them the worker asks what became of a boleta whose answer was lost. The simulator takes any.
 */
const CONSULT = ['--id-consulta', 'demostracion', '--clave-consulta', 'demostracion'];

/**
 * What npm start issues with: credentials of its own, so that the rate limit of the demo ones is
 * the visitor's alone.
 */
const ownFile = (home) => path.join(home, 'start-credential.json');

/**
 * Makes what is missing of it; a second start finds it all.
 * @param database a connected client
 * @returns the business with the credentials to give away, and npm start's own
 */
export async function demoBusiness(home, database) {
  const { exists, consults, series, keys } = await look(database);
  const known = [
    lastDemo(home)?.business,
    existsSync(ownFile(home)) ? JSON.parse(readFileSync(ownFile(home), 'utf8')) : undefined,
  ];
  const missing = Object.values(DEMO.series)
    .flat()
    .filter((code) => !series.includes(code));
  const names = ['demostración', 'npm start'].filter(
    (_, index) => !keys.includes(known[index]?.api_key),
  );
  const made = await rafaga([
    ...(exists ? [] : [[...CREATE, ...ADDRESS, ...ACCESS, ...CONSULT]]),
    ...(exists && !consults ? [['negocio', 'cambiar', '--ruc', DEMO.ruc, ...CONSULT]] : []),
    ...missing.map((code) => ['serie', 'agregar', '--ruc', DEMO.ruc, '--serie', code]),
    ...names.map((name) => ['credencial', 'crear', '--ruc', DEMO.ruc, '--nombre', name]),
  ]);
  const pairs = made.slice(made.length - names.length);
  const [given, own] = known.map((pair) => (keys.includes(pair?.api_key) ? pair : pairs.shift()));
  if (own !== known[1]) writeWhole(ownFile(home), own);
  const { ruc, razon_social, series: codes } = DEMO;
  return {
    business: {
      ruc,
      razon_social,
      api_key: given.api_key,
      api_secret: given.api_secret,
      series: codes,
    },
    own,
  };
}

async function look(database) {
  const { rows } = await database.query(
    `select array(select rtrim(code) from series where business_id = b.id) as series,
            exists (select from accesses where business_id = b.id and consult_id is not null) as consults,
            array(select api_key from credentials where business_id = b.id and revoked_at is null) as keys
       from businesses b where ruc = $1`,
    [DEMO.ruc],
  );
  return { exists: rows.length > 0, consults: false, series: [], keys: [], ...rows[0] };
}
