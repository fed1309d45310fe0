/** Writes a section for each operation, the one of boletas and facturas together. */
import type { Method, OpenApi, OpenApiResponse, Operation, Parameter } from '../openapi/types.js';
import { codeBlock } from './code/tabs.js';
import { type Html, html } from './html.js';
import { anchorOf } from './schemas.js';
import { type Row, table } from './table.js';

export interface Shown {
  path: string;
  method: Method;
  operation: Operation;
}

/** HEAD is GET without a body, and facturas are as boletas: neither is listed again. */
export function shownOperations({ paths }: OpenApi): Shown[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/boletas'))
    .flatMap(([path, methods]) =>
      (['post', 'get'] as const).flatMap((method) => {
        const operation = methods[method];
        return operation === undefined ? [] : [{ path, method, operation }];
      }),
    );
}

export const titleOf = ({ operation }: Shown): string =>
  operation.summary.replace('una boleta', 'una boleta o factura');

export function operationSection(shown: Shown, document: OpenApi): Html {
  const { path, method, operation } = shown;
  const verb = method.toUpperCase();
  return html`<section aria-labelledby="${operation.operationId}">
<h3 id="${operation.operationId}">${titleOf(shown)}</h3>
<p class="route"><code>${verb} /v1${path}</code><br><code>${verb} /v1${path.replace(
    'boletas',
    'facturas',
  )}</code></p>
<p>${operation.description}</p>
${bodyText(operation)}
${parametersTable(operation, document)}
${responsesTable(operation)}
${Object.entries(operation.responses).flatMap(([status, response]) =>
  Number(status) < 300 ? examplesOf(status, response) : [],
)}
</section>`;
}

function bodyText({ requestBody }: Operation): Html {
  const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  if (name === undefined) return html``;
  return html`<p>Cuerpo: un objeto <a href="#${anchorOf(name)}">${name}</a> o
<a href="#${anchorOf('Factura')}">Factura</a>. ${requestBody?.description}</p>`;
}

function parametersTable({ parameters = [] }: Operation, { components }: OpenApi): Html {
  const known = parameters.map((parameter) =>
    '$ref' in parameter
      ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter)
      : parameter,
  );
  return table('Parámetros', ['Nombre', 'Dónde', 'Qué es'], known.map(parameterRow));
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): Row {
  const values = schema.enum ? ` Uno de: ${schema.enum.join(', ')}.` : '';
  const pattern = schema.pattern ? html` Patrón <code>${schema.pattern}</code>.` : '';
  const must = required ? html`<span class="must">obligatorio</span>` : '';
  return {
    cells: [
      html`<code>${name}</code>${must}`,
      PLACES[place],
      html`${description}${values}${pattern}`,
    ],
  };
}

const PLACES = { path: 'ruta', query: 'consulta', header: 'cabecera' } as const;

function responsesTable({ responses }: Operation): Html {
  const rows = Object.entries(responses).map(
    ([status, { description, headers = {} }]): Row => ({
      cells: [
        html`<strong>${status}</strong>`,
        description,
        html`${Object.keys(headers).map((name) => html`<code>${name}</code> `)}`,
      ],
    }),
  );
  return table('Respuestas', ['Estado', 'Cuándo', 'Cabeceras'], rows);
}

const examplesOf = (status: string, { content = {} }: OpenApiResponse): Html[] =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(
      ({ summary, value }) => html`<details><summary>Ejemplo de ${status}: ${summary}</summary>
${codeBlock(JSON.stringify(value, null, 2), 'JSON')}</details>`,
    ),
  );
