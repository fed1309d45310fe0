/** What npm start prints last: the addresses, a curl that issues a boleta, and what /docs needs. */
import { bold, dim } from '../terminal/progress.mjs';
import { boleta } from './sales.mjs';

/** @returns {string} */
export function invitation({ home, ports, business, panel }) {
  const at = (port) => `http://127.0.0.1:${port}`;
  const [api, simulator] = [at(ports.API_PORT), at(ports.SIMULATOR_PORT)];
  const { api_key: key, api_secret: secret } = business;
  return `
${bold('Lista.')} API ${api}/v1 · documentación ${api}/docs · SUNAT simulada ${simulator}
Panel ${at(ports.PANEL_PORT)} · correo ${panel.email} · contraseña ${panel.password}
${dim(`Datos en ${home}: registros en logs/, credenciales en demo.json`)}

Emite otra boleta (otra terminal, tal cual):

curl -sS ${api}/v1/boletas \\
  -H 'X-Api-Key: ${key}' \\
  -H 'X-Api-Secret: ${secret}' \\
  -H "Idempotency-Key: venta-$(date +%s)" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(boleta())}'

O pega un programa de ${api}/docs en Python, PHP, JavaScript o C#, después de:

export RAFAGA_URL=${api}/v1
export RAFAGA_API_KEY=${key}
export RAFAGA_API_SECRET=${secret}

Ctrl-C lo detiene todo; los datos quedan.`;
}
