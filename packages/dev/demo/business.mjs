/** A business to try with, made through our own CLI as an operator would: its series, a certificate, access to the authority, credentials. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../settings/writeWhole.mjs';
import { lastDemo } from './demoFile.mjs';
import { rafaga, rafagaMust } from './rafaga.mjs';

export const DEMO = { ruc: '20123456786', razon_social: 'Bodega El Ejemplo S.A.C.', series: { boletas: ['B001'], facturas: ['F001'] } };

/** What npm start issues with: credentials of its own, so that the rate limit of the demo ones is the visitor's alone. */
const ownFile = (home) => path.join(home, 'start-credential.json');

/** @returns the business with the credentials to give away, and npm start's own; whatever is missing is made */
export async function demoBusiness(home) {
  const [given, own] = [lastDemo(home)?.business, existsSync(ownFile(home)) ? JSON.parse(readFileSync(ownFile(home), 'utf8')) : undefined];
  const listed = await rafaga('credencial', 'listar', '--ruc', DEMO.ruc);
  if (!listed) await createBusiness();
  const live = new Set((listed ?? []).filter(({ revocada_en: revoked }) => !revoked).map(({ api_key: key }) => key));
  const credential = async (known, name) =>
    live.has(known?.api_key) ? known : rafagaMust('credencial', 'crear', '--ruc', DEMO.ruc, '--nombre', name);
  const [toGive, forUs] = await Promise.all([credential(given, 'demostración'), credential(own, 'npm start')]);
  if (forUs !== own) writeWhole(ownFile(home), forUs);
  const { ruc, razon_social, series } = DEMO;
  return { business: { ruc, razon_social, api_key: toGive.api_key, api_secret: toGive.api_secret, series }, own: forUs };
}

async function createBusiness() {
  const about = [
    '--ruc',
    DEMO.ruc,
    '--razon-social',
    DEMO.razon_social,
    '--direccion',
    'Av. Arequipa 1234, Lince, Lima',
    '--ubigeo',
    '150116',
  ];
  const access = ['--usuario-sol', 'DEMOSTRA', '--clave-sol', 'demostracion', '--certificado-autofirmado'];
  await rafagaMust('negocio', 'crear', ...about, ...access, '--activar');
  for (const serie of Object.values(DEMO.series).flat()) await rafagaMust('serie', 'agregar', '--ruc', DEMO.ruc, '--serie', serie);
}
