/** The demo business, made through the CLI: series, certificate, credentials. */
import path from 'node:path';
import { readJson, writeJson } from '../settings/jsonFile.mjs';
import { lastDemo } from './demoFile.mjs';
import { rafaga } from './rafaga.mjs';

export const DEMO = {
  ruc: '20123456786',
  razon_social: 'Bodega El Ejemplo S.A.C.',
  series: { boletas: ['B001'], facturas: ['F001'] },
};

const RUC = ['--ruc', DEMO.ruc];
/** With them the worker queries boletas whose answers were lost. The simulator accepts any. */
const CONSULT = '--id-consulta demostracion --clave-consulta demostracion'.split(' ');
const CREATE = [
  ...['negocio', 'crear', ...RUC, '--razon-social', DEMO.razon_social],
  ...['--direccion', 'Av. Arequipa 1234, Lince, Lima', '--ubigeo', '150116'],
  ...'--activar --certificado-autofirmado'.split(' '),
  ...'--usuario-sol DEMOSTRA --clave-sol demostracion'.split(' '),
  ...CONSULT,
];

/** The credentials of `npm start`, so that it does not use up the rate limit of the demo's. */
const ownFile = (home) => path.join(home, 'start-credential.json');

/**
 * Makes what is missing; a second start finds it all.
 * @param database a connected client
 * @returns the business with the credentials for the user, and those of `npm start`
 */
export async function demoBusiness(home, database) {
  const { exists, consults, series, keys } = await look(database);
  const known = [lastDemo(home)?.business, readJson(ownFile(home))];
  const codes = Object.values(DEMO.series).flat();
  const names = ['demostración', 'npm start'].filter(
    (_, index) => !keys.includes(known[index]?.api_key),
  );
  const made = await rafaga([
    ...(exists ? [] : [CREATE]),
    ...(exists && !consults ? [['negocio', 'cambiar', ...RUC, ...CONSULT]] : []),
    ...codes
      .filter((code) => !series.includes(code))
      .map((code) => ['serie', 'agregar', ...RUC, '--serie', code]),
    ...names.map((name) => ['credencial', 'crear', ...RUC, '--nombre', name]),
  ]);
  const pairs = made.slice(made.length - names.length);
  const [given, own] = known.map((pair) => (keys.includes(pair?.api_key) ? pair : pairs.shift()));
  if (own !== known[1]) writeJson(ownFile(home), own);
  const { ruc, razon_social, series: codesByKind } = DEMO;
  const { api_key, api_secret } = given;
  return { business: { ruc, razon_social, api_key, api_secret, series: codesByKind }, own };
}

async function look(database) {
  const { rows } = await database.query(
    `select array(select rtrim(code) from series where business_id = b.id) as series,
            exists (select from accesses where business_id = b.id and consult_id is not null)
              as consults,
            array(select api_key from credentials where business_id = b.id and revoked_at is null)
              as keys
       from businesses b where ruc = $1`,
    [DEMO.ruc],
  );
  return { exists: rows.length > 0, consults: false, series: [], keys: [], ...rows[0] };
}
