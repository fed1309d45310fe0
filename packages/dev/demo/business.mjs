/** A business to try with, made through our own CLI as an operator would: its series, a certificate, access to the authority, credentials. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../settings/writeWhole.mjs';
import { rafaga, rafagaMust } from './rafaga.mjs';

export const DEMO = { ruc: '20123456786', razon_social: 'Bodega El Ejemplo S.A.C.', boletas: 'B001', facturas: 'F001' };

const demoFile = (home) => path.join(home, 'demo.json');
/** Where the file waits while it would not be true. */
const asideFile = (home) => path.join(home, 'demo.last.json');
/** What npm start issues with: credentials of its own, so that the rate limit of the demo ones is the visitor's alone. */
const ownFile = (home) => path.join(home, 'start-credential.json');

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Until the house stands, there is no demo.json to believe. Its secret is kept nowhere else, so it is put aside, not thrown away. */
export function putDemoAside(home) {
  if (existsSync(demoFile(home))) renameSync(demoFile(home), asideFile(home));
}

/** @returns the credentials to give away and npm start's own; whatever is missing is made */
export async function demoBusiness(home) {
  const known = [read(asideFile(home))?.business, read(ownFile(home))];
  const listed = await rafaga('credencial', 'listar', '--ruc', DEMO.ruc);
  if (!listed) await createBusiness();
  const live = new Set((listed ?? []).filter(({ revocada_en: revoked }) => !revoked).map(({ api_key: key }) => key));
  const names = ['demostración', 'npm start'];
  const [given, own] = await Promise.all(
    names.map((name, index) =>
      live.has(known[index]?.api_key) ? known[index] : rafagaMust('credencial', 'crear', '--ruc', DEMO.ruc, '--nombre', name),
    ),
  );
  if (own !== known[1]) writeWhole(ownFile(home), own);
  return { given, own };
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
  for (const serie of [DEMO.boletas, DEMO.facturas]) await rafagaMust('serie', 'agregar', '--ruc', DEMO.ruc, '--serie', serie);
}

/** The last thing that a start writes: who reads it finds everything running. */
export function writeDemo(home, ports, given) {
  const at = (port) => `http://127.0.0.1:${port}`;
  writeWhole(demoFile(home), {
    base_url: `${at(ports.API_PORT)}/v1`,
    panel_url: null,
    simulator_url: at(ports.SIMULATOR_PORT),
    panel: { email: null, password: null },
    business: {
      ruc: DEMO.ruc,
      razon_social: DEMO.razon_social,
      api_key: given.api_key,
      api_secret: given.api_secret,
      series: { boletas: [DEMO.boletas], facturas: [DEMO.facturas] },
    },
  });
  rmSync(asideFile(home), { force: true });
}
