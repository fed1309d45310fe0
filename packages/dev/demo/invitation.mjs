/**
 * What the terminal says when everything stands: where things are, and a call that works as pasted.
 */
import { bold, dim, say } from '../terminal/progress.mjs';
import { shortest } from './sales.mjs';

export function invite({ home, ports, business, panel }) {
  const at = (port) => `http://127.0.0.1:${port}`;
  say('');
  say(
    `${bold('Lista.')} API ${at(ports.API_PORT)}/v1 · documentación ` +
      `${at(ports.API_PORT)}/docs · SUNAT simulada ${at(ports.SIMULATOR_PORT)}`,
  );
  say(`Panel ${at(ports.PANEL_PORT)} · correo ${panel.email} · contraseña ${panel.password}`);
  say(dim(`Datos en ${home}: registros en logs/, credenciales en demo.json`));
  say('');
  say('Emite otra boleta (otra terminal, tal cual):');
  say('');
  say(curl(at(ports.API_PORT), business));
  say('');
  say('Ctrl-C lo detiene todo; los datos quedan.');
}

const curl = (api, { api_key: key, api_secret: secret }) =>
  [
    `curl -sS ${api}/v1/boletas \\`,
    `  -H 'X-Api-Key: ${key}' \\`,
    `  -H 'X-Api-Secret: ${secret}' \\`,
    `  -H "Idempotency-Key: venta-$(date +%s)" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(shortest())}'`,
  ].join('\n');
