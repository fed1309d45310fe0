/** The simulator's page, without JavaScript: what it received, newest first, and its script. */
import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Authority } from '../authority.js';
import { escapeXml as e } from '../documents/text.js';
import type { Receipt } from '../ledger/ledger.js';
import { clientsOf, OUTCOMES } from '../script/outcomes.js';

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;font:16px/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:72rem;padding:0 1rem 3rem}
.banner{background:#b45309;color:#fff;margin:0 -1rem;padding:.6rem 1rem;font-weight:600}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}
th{font-size:.85rem}td.mono,code{font-family:ui-monospace,monospace;font-size:.9em}
.wide{overflow-x:auto}.empty{background:var(--soft);padding:1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}`;
const POLICY =
  "default-src 'none'; style-src " +
  `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; ` +
  "base-uri 'none'; form-action 'none'";
const SECONDS = 5;
const SHOWN = 100;

export const page =
  (authority: Authority): RequestHandler =>
  (_request, response) => {
    response.set({
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    response.type('html').send(render(authority));
  };

const render = (authority: Authority): string => `<!doctype html>
<html lang="es-PE"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${SECONDS}">
<title>Simulador de SUNAT</title><style>${STYLE}</style></head><body>
<p class="banner" role="note">
Esto es una simulación. Nada de lo que ves llegó a SUNAT ni tiene valor tributario.</p>
<main><h1>Simulador de SUNAT</h1>
${script(authority)}${receipts(authority.ledger.recent.slice(0, SHOWN))}${help()}
</main></body></html>
`;

function script({
  script: { orders, latency, down, stale, showsHash, aheadSeconds },
  registry,
  ledger,
  strict,
  schema,
}: Authority): string {
  const rows: [string, string][] = [
    ['Comprobantes registrados', String(registry.size)],
    [
      'Recibidos',
      [...ledger.counts].map(([name, count]) => `${name} ${count}`).join(' · ') || 'ninguno',
    ],
    [
      'Comprobaciones',
      strict ? `firma${schema ? ' y esquema XSD' : ''}` : 'sin verificar la firma',
    ],
    [
      'Guion',
      orders.map((order) => `${order.outcome} × ${order.times} (${order.service})`).join(' · ') ||
        'acepta todo',
    ],
    ['Demora', latency.upTo > 0 ? `${latency.ms} a ${latency.upTo} ms` : 'ninguna'],
    ['Servicio', down ? `caído (${down.outage}): ${down.services.join(', ')}` : 'en marcha'],
    ['Constancias', showsHash ? 'con la huella del comprobante' : 'sin la huella'],
    ['Reloj', aheadSeconds === 0 ? 'en hora' : clockFault(aheadSeconds)],
    ['Respuestas rezagadas', `${stale.written}${stale.orders.length > 0 ? ', y vendrán más' : ''}`],
  ];
  return (
    `<dl>${rows.map(([term, value]) => `<dt>${e(term)}</dt><dd>${e(value)}</dd>`).join('')}` +
    `</dl>`
  );
}

const clockFault = (seconds: number): string =>
  `${Math.abs(seconds)} s ${seconds > 0 ? 'adelantado' : 'atrasado'}`;

function receipts(recent: readonly Receipt[]): string {
  if (recent.length === 0)
    return (
      '<h2>Lo recibido</h2><p class="empty">Todavía no llegó nada. Emite una boleta y ' +
      'aparecerá aquí.</p>'
    );
  const head = [
    'N.º',
    'Hora',
    'Servicio',
    'Comprobante',
    'Resultado',
    'Código',
    'Registrado',
    'SHA-256 del XML',
  ];
  return (
    `<h2>Lo recibido</h2><div class="wide"><table><thead>` +
    `<tr>${head.map((title) => `<th scope="col">${e(title)}</th>`).join('')}</tr></thead>` +
    `<tbody>${recent.map(row).join('')}</tbody></table></div>`
  );
}

const row = (receipt: Receipt): string =>
  `<tr><td>${receipt.seq}</td><td>${e(clock(receipt.time))}</td><td>${e(receipt.service)}</td>` +
  `<td class="mono">${e(receipt.document ?? '—')}</td>` +
  `<td>${e(receipt.outcome)}</td><td>${e(receipt.code ?? '—')}</td>` +
  `<td>${receipt.registered ? 'sí' : 'no'}</td>` +
  `<td class="mono">${e(receipt.sha256?.slice(0, 12) ?? '—')}</td></tr>`;

const LIMA = new Intl.DateTimeFormat('es-PE', {
  timeZone: 'America/Lima',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const clock = (time: string): string => LIMA.format(new Date(time)).replace(',', '');

const help = (): string =>
  '<h2>Resultados a pedido</h2><p>Pon uno de estos números en ' +
  '<code>cliente.num_doc</code>, o manda <code>rafaga simular siguiente ' +
  'RESULTADO</code>.</p>' +
  '<div class="wide"><table><thead><tr><th scope="col">Resultado</th><th scope="col">DNI ' +
  '(boleta)</th><th scope="col">RUC</th><th scope="col">Qué hace</th></tr></thead><tbody>' +
  Object.entries(OUTCOMES)
    .map(
      ([name, { client, description: text, once }]) =>
        `<tr><td><code>${e(name)}</code></td>${clientsOf(client)
          .map((number) => `<td class="mono">${number}</td>`)
          .join(
            '',
          )}<td>${e(text)}${once ? ' Solo la primera vez de cada comprobante.' : ''}</td></tr>`,
    )
    .join('') +
  '</tbody></table></div>';
