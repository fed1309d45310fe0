/**
 * Shows a call in every language. One group of radio buttons at the head of the page selects the
 * language of all samples; without the selector :has, every language is shown.
 */
import { type Html, html } from '../html.js';
import type { ApiCall } from './call.js';
import { LANGUAGES } from './languages.js';

/** The radio buttons, and the name of the form control that groups them. */
export const languageChoice = (): Html => html`<fieldset class="languages">
<legend>Lenguaje de los ejemplos</legend>
${LANGUAGES.map(
  ({ id, name }, index) =>
    html`<label><input type="radio" name="lenguaje" value="${id}" id="lenguaje-${id}"${
      index === 0 ? html` checked` : ''
    }>${name}</label>`,
)}
</fieldset>`;

export const inEveryLanguage = (call: ApiCall): Html =>
  html`<div class="code">${LANGUAGES.map(
    ({ id, name, write }) =>
      html`<figure class="${id}"><figcaption>${name}</figcaption>${codeBlock(
        write(call),
        name,
      )}</figure>`,
  )}</div>`;

/** Code that scrolls sideways, also by keyboard. */
export const codeBlock = (code: string, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="Ejemplo en ${label}"><code>${code}</code></pre>`;

/** Hides the languages that are not selected. */
export const LANGUAGE_CSS = LANGUAGES.map(
  ({ id }) => `html:has(#lenguaje-${id}:checked) .code > :not(.${id}) { display: none; }`,
).join('\n');
