/** Prints the addresses of the demo, a curl command that issues a boleta, and what /docs needs. */
import { bold, dim, say } from '../terminal/progress.mjs';
import { shortest } from './sales.mjs';

export function invite({ home, ports, business, panel }) {
  const at = (port) => `http://127.0.0.1:${port}`;
  const api = at(ports.API_PORT);
  const lines = [
    '',
    `${bold('Lista.')} API ${api}/v1 · documentación ${api}/docs · SUNAT simulada ` +
      at(ports.SIMULATOR_PORT),
    `Panel ${at(ports.PANEL_PORT)} · correo ${panel.email} · contraseña ${panel.password}`,
    dim(`Datos en ${home}: registros en logs/, credenciales en demo.json`),
    '',
    'Emite otra boleta (otra terminal, tal cual):',
    '',
    curl(api, business),
    '',
    `O pega un programa de ${api}/docs en Python, PHP, JavaScript o C#, después de:`,
    '',
    environment(api, business),
    '',
    'Ctrl-C lo detiene todo; los datos quedan.',
  ];
  for (const line of lines) say(line);
}

/** What the samples of /docs read from the environment. */
const environment = (api, { api_key: key, api_secret: secret }) =>
  [
    `export RAFAGA_URL=${api}/v1`,
    `export RAFAGA_API_KEY=${key}`,
    `export RAFAGA_API_SECRET=${secret}`,
  ].join('\n');

const curl = (api, { api_key: key, api_secret: secret }) =>
  [
    `curl -sS ${api}/v1/boletas \\`,
    `  -H 'X-Api-Key: ${key}' \\`,
    `  -H 'X-Api-Secret: ${secret}' \\`,
    `  -H "Idempotency-Key: venta-$(date +%s)" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(shortest())}'`,
  ].join('\n');
