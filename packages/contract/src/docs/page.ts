/**
 * The documentation for integrators: one static page, made from the OpenAPI description, that
 * sends no request.
 */
import { createHash } from 'node:crypto';
import type { OpenApi } from '../openapi/types.js';
import { REFUSALS } from '../refusals.js';
import { CSS } from './css.js';
import { Html, html } from './html.js';
import { operationSection, type Shown, shownOperations } from './operations.js';
import { anchorOf, schemaSections } from './schemas.js';

/** The Content-Security-Policy under which the page works: its own style and nothing else. */
export const DOCS_POLICY =
  "default-src 'none'; style-src " +
  `'sha256-${createHash('sha256').update(CSS).digest('base64')}'; base-uri 'none'; ` +
  "form-action 'none'; frame-ancestors 'none'";

export function docsPage(document: OpenApi): string {
  const operations = shownOperations(document);
  const { text } = html`<!doctype html>
<html lang="es-PE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<style>${new Html(CSS)}</style>
</head>
<body>
<a class="skip" href="#contenido">Ir al contenido</a>
<div class="layout">
${navigation(document, operations)}
<main id="contenido">
<h1>${document.info.title}</h1>
<p>Versión ${document.info.version}. La misma descripción, para programas: <a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI ${document.openapi}).</p>
${document.info.description.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
${START}
<h2 id="operaciones">Operaciones</h2>
<p>HEAD funciona donde funciona GET: las mismas cabeceras, sin cuerpo.</p>
${operations.map((shown) => operationSection(shown, document))}
<h2 id="reintentos">Reintentar sin emitir dos veces</h2>
${RETRIES}
<h2 id="errores">Códigos de error</h2>
<p>Toda respuesta de error lleva <code>estado</code>, <code>mensaje</code>, <code>codigo</code> y <code>solicitud_id</code>. Los mensajes pueden mejorar; el <code>codigo</code> no cambia.</p>
${refusalsTable()}
<h2 id="limites">Límites</h2>
${LIMITS}
<h2 id="esquemas">Esquemas</h2>
${schemaSections(document)}
</main>
</div>
</body>
</html>
`;
  return text;
}

function navigation(document: OpenApi, operations: readonly Shown[]): Html {
  const link = (anchor: string, label: string) => html`<li><a href="#${anchor}">${label}</a></li>`;
  const tags = document.tags.map(
    ({ name }) =>
      html`<p>${name}</p><ul>${operations.filter(({ operation }) => operation.tags.includes(name)).map(({ operation }) => link(operation.operationId, operation.summary))}</ul>`,
  );
  return html`<nav aria-label="Índice"><p>Guía</p><ul>${link('empezar', 'Empezar')}${link('reintentos', 'Reintentar')}${link('errores', 'Códigos de error')}${link('limites', 'Límites')}</ul>${tags}<p>Esquemas</p><ul>${Object.keys(document.components.schemas).map((name) => link(anchorOf(name), name))}</ul></nav>`;
}

function refusalsTable(): Html {
  const rows = Object.values(REFUSALS).map(
    ({ status, codigo, mensaje }) =>
      html`<tr id="codigo-${codigo}"><td><code>${codigo}</code></td><td>${status}</td><td>${mensaje}</td></tr>`,
  );
  return html`<div class="scroll" role="region" aria-label="Códigos de error" tabindex="0"><table><thead><tr><th scope="col">codigo</th><th scope="col">Estado</th><th scope="col">Qué pasó y qué hacer</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const START = html`<h2 id="empezar">Empezar</h2>
<p>Genere las credenciales de la empresa en el panel y guárdelas en su servidor. Los ejemplos las leen del entorno:</p>
<pre><code>export RAFAGA_URL=https://su-servidor/v1
export RAFAGA_API_KEY=…
export RAFAGA_API_SECRET=…</code></pre>
<p>Emita, guarde <code>datos.id</code> y consulte hasta que <code>datos.fiscal.estado</code> deje de ser <code>pendiente</code>. El PDF y el XML se pueden descargar desde que el comprobante se firma; el CDR, cuando SUNAT responde.</p>`;

const RETRIES = html`<p>La <code>Idempotency-Key</code> identifica la venta, no la petición. Guárdela con la venta antes de emitir.</p>
<ul>
<li><strong>201</strong>: terminado. Con <code>Idempotency-Replayed: true</code> es la respuesta guardada de antes.</li>
<li><strong>422</strong>: esta petición no registró nada ni gastó un número. Corrija y envíe con la misma clave.</li>
<li><strong>409 <code>referencia_en_proceso</code>, 429, 503 o sin respuesta</strong>: espere lo que indique <code>Retry-After</code> (o unos segundos) y repita la misma petición con la misma clave. Ninguna de estas respuestas prueba que la venta no esté registrada: no la emita de otra forma.</li>
<li><strong>409 <code>referencia_en_revision</code></strong>: no emita la venta con otra clave; el caso se está revisando.</li>
<li><strong>409 <code>referencia_con_otros_datos</code></strong>: la clave ya pertenece a otra venta. El orden de los campos, los espacios y escribir 2 o 2.0 no cambian los datos.</li>
</ul>`;

const LIMITS = html`<ul>
<li>Cuerpo: 2,000,000 bytes, ya descomprimido. Profundidad: 20 niveles.</li>
<li>Líneas: de 1 a 500.</li>
<li>Peticiones: 60 por minuto y clave, ajustable por empresa; las cabeceras <code>RateLimit</code> dicen cuántas quedan.</li>
<li><code>Idempotency-Key</code>: 128 caracteres.</li>
<li>Cantidades y precios: 12 cifras enteras y 10 decimales; los demás importes, 2 decimales.</li>
</ul>`;
