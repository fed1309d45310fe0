/** Writes a section for each operation: its parameters, responses and an example call. */
import type { Method, OpenApi, OpenApiResponse, Operation, Parameter } from '../openapi/types.js';
import { curl } from './curl.js';
import { type Html, html } from './html.js';
import { anchorOf } from './schemas.js';

export interface Shown {
  path: string;
  method: Method;
  operation: Operation;
}

/** HEAD is GET without a body: it is mentioned once and not listed. */
export function shownOperations({ paths }: OpenApi): Shown[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['post', 'get'] as const).flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

export function operationSection({ path, method, operation }: Shown, document: OpenApi): Html {
  const body = operation.requestBody?.content['application/json'];
  const bodyName = body?.schema.$ref?.split('/').at(-1);
  return html`<section aria-labelledby="${operation.operationId}">
<h3 id="${operation.operationId}">${operation.summary}</h3>
<p class="route"><code>${method.toUpperCase()} /v1${path}</code></p>
<p>${operation.description}</p>
${parametersTable(operation, document)}
${bodyName === undefined ? '' : html`<p>Cuerpo: un objeto <a href="#${anchorOf(bodyName)}">${bodyName}</a>. ${operation.requestBody?.description}</p>`}
<pre><code>${curl(method, path, body)}</code></pre>
${responsesTable(operation)}
${Object.entries(operation.responses).flatMap(([status, response]) => (Number(status) < 300 ? examplesOf(status, response) : []))}
</section>`;
}

function parametersTable({ parameters = [] }: Operation, { components }: OpenApi): Html {
  const known = parameters.map((parameter) =>
    '$ref' in parameter
      ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter)
      : parameter,
  );
  const rows = known.map(
    ({ name, in: place, required, description, schema }) =>
      html`<tr><td><code>${name}</code>${required ? html`<span class="must">obligatorio</span>` : ''}</td><td>${PLACES[place]}</td><td>${description} ${schema.enum ? `Uno de: ${schema.enum.join(', ')}. Si se omite, ${schema.default}.` : ''}${schema.pattern ? html`Patrón <code>${schema.pattern}</code>.` : ''}</td></tr>`,
  );
  return html`<table><caption>Parámetros</caption><thead><tr><th scope="col">Nombre</th><th scope="col">Dónde</th><th scope="col">Qué es</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const PLACES = { path: 'ruta', query: 'consulta', header: 'cabecera' } as const;

function responsesTable({ responses }: Operation): Html {
  const rows = Object.entries(responses).map(
    ([status, { description, headers = {} }]) =>
      html`<tr><td><strong>${status}</strong></td><td>${description}</td><td>${Object.keys(headers).map((name) => html`<code>${name}</code> `)}</td></tr>`,
  );
  return html`<table><caption>Respuestas</caption><thead><tr><th scope="col">Estado</th><th scope="col">Cuándo</th><th scope="col">Cabeceras</th></tr></thead><tbody>${rows}</tbody></table>`;
}

const examplesOf = (status: string, { content = {} }: OpenApiResponse): Html[] =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(
      ({ summary, value }) =>
        html`<details><summary>Ejemplo de ${status}: ${summary}</summary><pre><code>${JSON.stringify(value, null, 2)}</code></pre></details>`,
    ),
  );
