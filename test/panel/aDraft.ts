/** A business that the wizard has brought to its last step before the activation. */
import { randomInt } from 'node:crypto';
import { aPfx } from '../support/pfx.js';
import type { Browser } from './browser.js';

/** @returns its RUC */
export async function aDraft(browser: Browser): Promise<string> {
  const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;
  await browser.open('/negocios/nuevo');
  await browser.submit({
    ruc,
    razon_social: 'Tiendas Rímac S.A.C.',
    direccion: 'Av. Grau 123, Lima',
    ubigeo: 'Rímac',
  });
  const archivo = new Blob([await aPfx(ruc, 'x')]);
  await browser.submit({ archivo, clave: 'x' }, { action: 'certificado?' });
  await browser.submit({ ambiente: 'simulator', usuario: 'MODDATOS', clave: 'moddatos' });
  await browser.submit({ precios: 'con' }, { action: '/primeras' });
  return ruc;
}
