/**
 * The documentation for integrators: one static page, made from the OpenAPI description, the
 * samples and the catalogues, that runs no script and sends no request.
 */
import { type DateText, limaToday } from '@rafaga/fiscal';
import type { OpenApi } from '../openapi/types.js';
import { catalogueLinks, catalogueSections } from './catalogues.js';
import { languageChoice } from './code/tabs.js';
import { CSS } from './css.js';
import { errorSections } from './errors.js';
import { GUIDE } from './guide.js';
import { Html, html } from './html.js';
import { httpTable } from './http.js';
import { operationSection, shownOperations, titleOf } from './operations.js';
import { policyOf } from './policy.js';
import { anchorOf, schemaSections } from './schemas.js';
import { simulatorTable } from './simulatorClients.js';
import { saleLinks, saleSections } from './specialSales.js';
import { prose } from './table.js';

/** The Content-Security-Policy under which the page works: its own style and nothing else. */
export const DOCS_POLICY = policyOf(CSS, "form-action 'none'");

interface Part {
  id: string;
  title: string;
  /** Of its sections, for the index. */
  links?: readonly (readonly [anchor: string, label: string])[];
  content: Html | Html[];
}

/** @param today the issue date of the samples */
export function docsPage(document: OpenApi, today: DateText = limaToday(new Date())): string {
  const parts = partsOf(document, today);
  const { title, version, description } = document.info;
  const { text } = html`<!doctype html>
<html lang="es-PE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(CSS)}</style>
</head>
<body>
<a class="skip" href="#contenido">Ir al contenido</a>
<div class="layout">
${navigation(parts)}
<main id="contenido">
<h1>${title}</h1>
<p class="lead">De tu caja a SUNAT en una llamada. Los ejemplos llevan la fecha de hoy: cópialos
tal cual.</p>
${languageChoice()}
${parts.map(
  ({ id, title: heading, content }) => html`<h2 id="${id}">${heading}</h2>
${content}`,
)}
<h2 id="version">Para programas</h2>
${description.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
<p>Versión ${version}. La misma descripción, para programas:
<a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI ${document.openapi}).</p>
</main>
</div>
</body>
</html>
`;
  return text;
}

function partsOf(document: OpenApi, today: DateText): Part[] {
  const operations = shownOperations(document);
  const schemas = Object.keys(document.components.schemas);
  return [
    ...GUIDE.map(({ id, title, content }) => ({ id, title, content: content(today) })),
    {
      id: 'ventas',
      title: 'Ventas especiales',
      links: saleLinks(),
      content: saleSections(today),
    },
    { id: 'simulador', title: 'Probar los casos difíciles', content: simulatorTable() },
    {
      id: 'operaciones',
      title: 'Operaciones',
      links: operations.map((shown) => [shown.operation.operationId, titleOf(shown)] as const),
      content: operations.map((shown) => operationSection(shown, document)),
    },
    { id: 'errores', title: 'Códigos de error', content: errorSections() },
    { id: 'http', title: 'HTTP al detalle', content: httpTable() },
    { id: 'limites', title: 'Límites', content: LIMITS },
    {
      id: 'campos',
      title: 'Campos',
      links: schemas.map((name) => [anchorOf(name), name] as const),
      content: schemaSections(document),
    },
    {
      id: 'catalogos',
      title: 'Catálogos de SUNAT',
      links: catalogueLinks(),
      content: catalogueSections(),
    },
  ];
}

function navigation(parts: readonly Part[]): Html {
  const link = (anchor: string, label: string) => html`<li><a href="#${anchor}">${label}</a></li>`;
  const chapters = parts.filter(({ links }) => links === undefined);
  const groups = parts.filter(({ links }) => links !== undefined);
  return html`<nav aria-label="Índice">
<label class="fold"><input type="checkbox">Mostrar el índice</label>
<p>Guía</p>
<ul>${chapters.map(({ id, title }) => link(id, title))}</ul>
${groups.map(
  ({ id, title, links = [] }) => html`<p><a href="#${id}">${title}</a></p>
<ul>${links.map(([anchor, label]) => link(anchor, label))}</ul>`,
)}
</nav>`;
}

const LIMITS = html`<ul>
<li>Cuerpo: 2,000,000 bytes, ya descomprimido. Profundidad: 20 niveles. De un campo repetido en un
mismo objeto cuenta el último.</li>
<li>Ventas de cientos de líneas a la vez: hasta 14 MB de ellas por negocio se atienden juntas; las
demás, si declaran su tamaño y no van comprimidas, esperan su turno hasta 12 segundos; después, y
las otras enseguida, responden 503 con <code>Retry-After</code>. También lo recibe cualquier venta
que espera más de 2.5 segundos a que se revisen las otras de su negocio.</li>
<li>Líneas: de 1 a 500.</li>
<li>${prose(
  'Peticiones: 60 por minuto y clave, ajustable por empresa; `RateLimit` dice cuántas quedan.',
)}</li>
<li>${prose('`Idempotency-Key`: 128 caracteres.')}</li>
<li>Cantidades y precios: 12 cifras enteras y 10 decimales; los que siguen se redondean. Los demás
importes, 2 decimales.</li>
</ul>`;
