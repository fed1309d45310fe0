/**
 * Shows a call in every language. One group of radio buttons at the head of the page selects the
 * language of all samples; without the selector :has, every language is shown.
 */
import { type Html, html } from '../html.js';
import type { ApiCall, Sale } from './call.js';
import { LANGUAGES, type Language } from './languages.js';

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

export const inEveryLanguage = (call: ApiCall): Html => shown(({ write }) => write(call));

export const retryInEveryLanguage = (sale: Sale): Html => shown(({ retry }) => retry(sale));

const shown = (text: (language: Language) => string): Html =>
  html`<div class="code">${LANGUAGES.map(
    (language) =>
      html`<figure class="${language.id}"><figcaption>${language.name}</figcaption>${codeBlock(
        text(language),
        language.name,
      )}</figure>`,
  )}</div>`;

/** Code that scrolls sideways, also by keyboard. */
export const codeBlock = (code: string, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="Ejemplo en ${label}"><code>${code}</code></pre>`;

/** Hides the languages that are not selected. */
export const LANGUAGE_CSS = LANGUAGES.map(
  ({ id }) => `html:has(#lenguaje-${id}:checked) .code > :not(.${id}) { display: none; }`,
).join('\n');
