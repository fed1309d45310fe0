/** What npm start prints last: the addresses, a curl that issues a boleta, and what /docs needs. */
import { bold, dim } from '../../processes/progress.mjs';
import { boleta } from './sales.mjs';

/** @param demo as demo.json has it @returns {string} */
export function invitation(home, { base_url: api, panel_url, simulator_url, business, panel }) {
  const docs = api.replace(/v1$/, 'docs');
  const { api_key: key, api_secret: secret } = business;
  return `
${bold('Lista.')} API ${api} · documentación ${docs} · SUNAT simulada ${simulator_url}
Panel ${panel_url} · correo ${panel.email} · contraseña ${panel.password}
${dim(`Datos en ${home}: registros en logs/, credenciales en demo.json`)}

Emite otra boleta (otra terminal, tal cual):

curl -sS ${api}/boletas \\
  -H 'X-Api-Key: ${key}' \\
  -H 'X-Api-Secret: ${secret}' \\
  -H "Idempotency-Key: venta-$(date +%s)" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(boleta())}'

O pega un programa de ${docs} en Python, PHP, JavaScript o C#, después de:

export RAFAGA_URL=${api}
export RAFAGA_API_KEY=${key}
export RAFAGA_API_SECRET=${secret}

Ctrl-C lo detiene todo; los datos quedan.`;
}
