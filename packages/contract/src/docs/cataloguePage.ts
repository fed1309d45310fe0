/** The page that searches SUNAT's catalogues: a form of plain HTML, answered by the server. */
import { isUnit } from '@rafaga/fiscal';
import { CATALOGUES, type Catalogue, catalogueSection } from './catalogues.js';
import { CSS } from './css.js';
import { Html, html } from './html.js';
import { policyOf } from './policy.js';

/** As the policy of the documentation, with a form that asks this server. */
export const CATALOGUE_POLICY = policyOf(CSS, "form-action 'self'");

const MAX_LENGTH = 60;

/** @param query what was typed, as it came */
export function cataloguePage(query: unknown): string {
  const asked = typeof query === 'string' ? query.trim().slice(0, MAX_LENGTH) : '';
  const found = asked === '' ? CATALOGUES : matching(asked);
  const { text } = html`<!doctype html>
<html lang="es-PE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Catálogos de SUNAT</title>
<style>${new Html(CSS)}</style>
</head>
<body>
<a class="skip" href="#contenido">Ir al contenido</a>
<main id="contenido" class="alone">
<p><a href="/docs#catalogos">Volver a la documentación</a></p>
<h1>Catálogos de SUNAT</h1>
<form action="/docs/catalogos" class="search" role="search">
<label for="q">Código o nombre, por ejemplo <em>litro</em> o <em>037</em></label>
<input type="search" id="q" name="q" value="${asked}" maxlength="${MAX_LENGTH}">
<button>Buscar</button>
</form>
<h2>${asked === '' ? 'Todos los códigos' : 'Resultados'}</h2>
<p role="status">${statusOf(asked, found)}</p>
${found.map(catalogueSection)}
</main>
</body>
</html>
`;
  return text;
}

/** The rows with the words that were asked for, whatever their case and accents. */
function matching(asked: string): Catalogue[] {
  const words = plain(asked).split(/\s+/);
  return CATALOGUES.map((catalogue) => ({
    ...catalogue,
    rows: catalogue.rows.filter((row) => {
      const text = plain([...row, catalogue.title].join(' '));
      return words.every((word) => text.includes(word));
    }),
  })).filter(({ rows }) => rows.length > 0);
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function statusOf(asked: string, found: readonly Catalogue[]): string {
  const rows = found.reduce((sum, catalogue) => sum + catalogue.rows.length, 0);
  const code = asked.toUpperCase();
  const unit =
    asked !== '' && isUnit(code)
      ? ` ${code} es un código del catálogo 03, que admite los de UN/ECE, recomendación 20.`
      : '';
  return `${rows === 1 ? 'Un código.' : `${rows} códigos.`}${unit}`;
}
